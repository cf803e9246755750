import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { msOf } from '#kit/ui/local-moment.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { ScheduledMeetingDetail } from '../schedule.contract.ts';
import { type ChangeScope, changeScopes, scheduleLimits, weekdayOf } from '../schedule.rules.ts';
import { clockOf, minuteOfClock, minutesOfDay } from './calendar-days.hook.ts';
import { useCalendarWords } from './calendar-words.hook.ts';
import s from './date-drawer.module.css';
import {
  changeBody,
  type DateFields,
  dateProblems,
  fieldsOf,
  fitsOneDate,
  minutesOf,
  newBody,
  newFields,
  planOf,
} from './date-fields.hook.ts';
import { InviteeFields } from './invitee-fields.part.tsx';
import type { GridTime } from './moving.hook.ts';
import { PlanNote } from './plan-note.part.tsx';
import { RepeatFields } from './repeat-fields.part.tsx';
import { roomChoiceQuery, scheduleApi } from './schedule-data.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';

type FormProps = { form: DraftForm<DateFields> };

/** When: on which day, from when to when, on the clock of which zone. */
function WhenFields({ form, mode }: FormProps & { mode: 'new' | 'edit' }) {
  const say = scheduleText();
  const words = useCalendarWords();
  const reader = useReader();
  const { day, from, to, zone, days } = form.values;
  const start = msOf(`${day}T${from}`, zone);
  const minutes = minutesOf(form.values);
  const [mine, mineEnd] = start === null ? [null, null] : [words.wall(start), words.wall(start + minutes * 60_000)];
  const zones = useMemo(
    () => [...new Set([zone, reader.zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])],
    [zone, reader.zone],
  );
  const setDay = (next: string) => {
    form.set('day', next);
    // a weekly date that is still being made follows its day
    if (mode === 'new' && next !== '' && days.length === 1 && days[0] === weekdayOf(day)) form.set('days', [weekdayOf(next)]);
  };
  // a meeting that begins at another time is as long as before
  const setFrom = (next: string) => {
    const begins = minuteOfClock(next);
    form.set('from', next);
    if (begins !== null && from !== '' && to !== '') form.set('to', clockOf((begins + minutes) % minutesOfDay));
  };
  return (
    <>
      <div className={s.times}>
        <TextInput
          type="date"
          dir="ltr"
          label={say('form.day')}
          {...form.input('day')}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <TextInput
          type="time"
          dir="ltr"
          label={say('form.from')}
          {...form.input('from')}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextInput type="time" dir="ltr" label={say('form.to')} {...form.input('to')} />
        {from !== '' && to !== '' && to <= from && <p className="tiny quiet">{say('form.nextDay')}</p>}
        {zone !== reader.zone && mine !== null && mineEnd !== null && (
          <p className="tiny quiet">
            <DotLine>
              {words.day(mine.day, 'short')}
              {say('form.yourTime', { from: words.clock(mine.minute), to: words.clock(mineEnd.minute) })}
            </DotLine>
          </p>
        )}
      </div>
      <NativeSelect
        label={say('form.zone')}
        dir="ltr"
        data={zones.map((one) => ({ value: one, label: one.replaceAll('_', ' ') }))}
        {...form.input('zone')}
      />
    </>
  );
}

/** Words for so many minutes before. */
function useBeforeText(): (minutes: number) => string {
  const say = scheduleText();
  return (minutes) => {
    if (minutes >= 1440 && minutes % 1440 === 0) return say('form.daysBefore', { count: minutes / 1440 });
    if (minutes >= 60 && minutes % 60 === 0) return say('form.hoursBefore', { count: minutes / 60 });
    return say('form.minutesBefore', { count: minutes });
  };
}
const lobbies = [0, 5, 10, 15, 30, 60];
const reminders = [10, 15, 30, 60, 120, 1440];
const withOwn = (offered: readonly number[], own: number): number[] => [...new Set([...offered, own])].sort((a, b) => a - b);

function BeforeFields({ form }: FormProps) {
  const say = scheduleText();
  const before = useBeforeText();
  const { lobbyMinutes, reminderMinutes } = form.values;
  return (
    <div className={s.pair}>
      <NativeSelect
        label={say('form.lobby')}
        value={String(lobbyMinutes)}
        data={withOwn(lobbies, lobbyMinutes).map((one) => ({ value: String(one), label: before(one) }))}
        onChange={({ currentTarget }) => form.set('lobbyMinutes', Number(currentTarget.value))}
      />
      <NativeSelect
        label={say('form.reminder')}
        value={reminderMinutes === null ? '' : String(reminderMinutes)}
        data={[
          { value: '', label: say('form.noReminder') },
          ...withOwn(reminders, reminderMinutes ?? 30).map((one) => ({ value: String(one), label: before(one) })),
        ]}
        onChange={({ currentTarget: { value } }) => form.set('reminderMinutes', value === '' ? null : Number(value))}
      />
    </div>
  );
}

/** The room of a new date: those that one may plan in. */
function RoomField({ form }: FormProps) {
  const say = scheduleText();
  const { data } = useQuery(roomChoiceQuery(useApi(scheduleApi)));
  const rooms = data?.items.filter(({ rights, deletedAt }) => rights.edit && deletedAt === null) ?? [];
  const first = rooms[0]?.id;
  const { roomId } = form.values;
  const { set } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the rooms are there
  useEffect(() => {
    if (roomId === '' && first !== undefined) set('roomId', first);
  }, [first]);
  if (data !== undefined && rooms.length === 0)
    return (
      <Banner
        hue="blue"
        action={
          <LinkButton to="/rooms/add-room" size="xs">
            {say('form.createRoom')}
          </LinkButton>
        }
      >
        {say('form.noRooms')}
      </Banner>
    );
  return (
    <NativeSelect
      label={say('form.room')}
      data={rooms.map(({ id, name }) => ({ value: id, label: name }))}
      {...form.input('roomId')}
    />
  );
}

type SendDate = (fields: DateFields, scope: ChangeScope) => Promise<ScheduledMeetingDetail>;
type DateFormProps = {
  /** What is changed; null: a new one. */
  date: ScheduledMeetingDetail | null;
  room: string | null;
  time: GridTime;
  head: ReactNode;
  onRemove: ReactNode;
  onSaved: (date: ScheduledMeetingDetail) => void;
};

/** The form keeps a draft; a new date that was drawn on the grid stands where it was drawn all the same. */
function useDateForm({ date, room, time, onSaved }: Omit<DateFormProps, 'head' | 'onRemove'>) {
  const say = scheduleText();
  const { zone } = useReader();
  const { schedule } = useApi(scheduleApi);
  const scope = useRef<ChangeScope>('all');
  const initial = useMemo(
    () => (date === null ? newFields({ roomId: room ?? '', time, zone }) : fieldsOf(date)),
    [date, room, time, zone],
  );
  const send: SendDate = (fields, of) => {
    if (date === null) return schedule.create({ body: newBody(fields) });
    const { version, recurrence, seriesId } = date;
    return schedule.change({
      params: { id: seriesId },
      body: { ...changeBody(initial, fields), version, recurrence, scope: of },
    });
  };
  const form = useDraftForm<DateFields>({
    key: date === null ? 'schedule:new' : `schedule:${date.seriesId}:${date.recurrence}:${date.version}`,
    initial,
    check: dateProblems,
    say,
    save: (fields) => send(fields, scope.current).then(onSaved),
  });
  const { restored, set } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the draft came back
  useEffect(() => {
    if (!restored || date !== null) return;
    for (const name of ['day', 'from', 'to'] as const) set(name, initial[name]);
  }, [restored]);
  return { form, scope, initial };
}

/** Planning a date, and changing it: one of a series, it and those that follow, or all. */
export function DateForm({ head, onRemove, ...props }: DateFormProps) {
  const say = scheduleText();
  const { date } = props;
  const { form, scope, initial } = useDateForm(props);
  const heading = useId();
  const valid = Object.keys(dateProblems({ ...form.values, title: 'any' })).length === 0 ? 'valid' : 'not';
  return (
    <form className={s.form} onSubmit={form.submit} noValidate>
      {head}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={s.body} tabIndex={0} aria-labelledby="date-title">
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput
          label={say('form.title')}
          dir="auto"
          autoComplete="off"
          maxLength={scheduleLimits.title.max}
          {...form.input('title')}
        />
        {date === null && <RoomField form={form} />}
        <WhenFields form={form} mode={date === null ? 'new' : 'edit'} />
        <RepeatFields form={form} />
        <PlanNote plan={planOf(form.values, date?.seriesId ?? null)} valid={valid} leftOut={date?.cancelled ?? []} />
        <section className={s.group} aria-labelledby={heading}>
          <h3 id={heading}>{say('invitees.label')}</h3>
          <InviteeFields form={form} known={date?.invitees ?? []} />
        </section>
        <BeforeFields form={form} />
        <Textarea
          {...{ label: say('form.description'), dir: 'auto', autosize: true, minRows: 2, maxRows: 8 }}
          maxLength={scheduleLimits.description}
          {...form.input('description')}
        />
      </section>
      <DateFoot {...{ form, date, scope, initial, onRemove }} />
    </form>
  );
}

type DateFootProps = FormProps &
  Pick<ReturnType<typeof useDateForm>, 'scope' | 'initial'> &
  Pick<DateFormProps, 'date' | 'onRemove'>;
const scopeWords = { this: 'form.saveThis', following: 'form.saveFollowing', all: 'form.saveAll' } as const;
/** How many hear of it, and the answers: each a button. */
function DateFoot({ form, date, scope, initial, onRemove }: DateFootProps) {
  const say = scheduleText();
  const change = changeBody(initial, form.values);
  const changed = date === null || Object.keys(change).length > 0;
  const mails = form.values.invitees.length;
  const repeats = date?.repeats === true;
  const scopes = changeScopes.filter((one) => one !== 'this' || fitsOneDate(change));
  const note = repeats && !fitsOneDate(change) ? `${say('form.seriesOnly')} ` : '';
  return (
    <footer className={s.foot}>
      {changed && (mails > 0 || note !== '') && (
        <p>
          {mails > 0 && <IconMail size={14} stroke={1.75} />}
          {note}
          {mails > 0 && say('form.mails', { count: mails })}
        </p>
      )}
      {onRemove}
      <span className="grow" />
      {(changed ? (repeats ? scopes : (['all'] as const)) : []).map((one) => (
        <Button
          key={one}
          type="submit"
          variant={one === 'all' ? 'filled' : 'default'}
          loading={form.saving && scope.current === one}
          onClick={() => {
            scope.current = one;
          }}
        >
          {repeats ? say(scopeWords[one]) : say(date === null ? 'form.create' : 'form.save')}
        </Button>
      ))}
    </footer>
  );
}
