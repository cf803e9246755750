import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { type DraftForm, useDraftForm } from '#kit/ui/form/form.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { ScheduledMeetingDetail } from '../schedule.contract.ts';
import { type ChangeScope, changeScopes, scheduleLimits } from '../schedule.rules.ts';
import s from './date-drawer.module.css';
import {
  changeBody,
  type DateFields,
  dateProblems,
  fieldsOf,
  fitsOneDate,
  hasMail,
  newBody,
  newFields,
  planOf,
  titleOf,
} from './date-fields.hook.ts';
import { InviteeFields } from './invitee-fields.part.tsx';
import { MoreFields } from './more-fields.part.tsx';
import type { GridTime } from './moving.hook.ts';
import { PlanNote } from './plan-note.part.tsx';
import { scheduleApi } from './schedule-data.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';
import { WhenFields } from './when-fields.part.tsx';

type FormProps = { form: DraftForm<DateFields> };

export type RoomChoice = { id: string; name: string };
/** The room of a new date. Until somebody writes a title, it is the room's name. */
function RoomField({ form, rooms }: FormProps & { rooms: readonly RoomChoice[] }) {
  const say = scheduleText();
  const { roomId, title } = form.values;
  const titleIn = (id: string) => titleOf(rooms.find((room) => room.id === id));
  const choose = (id: string) => {
    form.set('roomId', id);
    if (title === '' || title === titleIn(roomId)) form.set('title', titleIn(id));
  };
  return (
    <NativeSelect
      label={say('form.room')}
      data={rooms.map(({ id, name }) => ({ value: id, label: name }))}
      {...form.input('roomId')}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}

type SendDate = (fields: DateFields, scope: ChangeScope) => Promise<ScheduledMeetingDetail>;
type DateFormProps = {
  /** What is changed; null: a new one. */
  date: ScheduledMeetingDetail | null;
  /** Of a new one: where it can be, the usual room first. */
  rooms: readonly RoomChoice[];
  time: GridTime;
  head: ReactNode;
  onRemove: ReactNode;
  onSaved: (date: ScheduledMeetingDetail) => void;
};

/** The form keeps a draft; a new date that was drawn on the grid stands where it was drawn all the same. */
function useDateForm({ date, rooms, time, onSaved }: Omit<DateFormProps, 'head' | 'onRemove'>) {
  const say = scheduleText();
  const { zone } = useReader();
  const { schedule } = useApi(scheduleApi);
  const scope = useRef<ChangeScope>('all');
  const initial = useMemo(
    () => (date === null ? newFields({ room: rooms[0], time, zone }) : fieldsOf(date)),
    [date, rooms, time, zone],
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
  const { date, rooms } = props;
  const { form, scope, initial } = useDateForm(props);
  const valid = Object.keys(dateProblems({ ...form.values, title: 'any' })).length === 0 ? 'valid' : 'not';
  return (
    <form className={s.form} onSubmit={form.submit} noValidate>
      {head}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={s.body} tabIndex={0} aria-labelledby="date-title">
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        {date === null && <RoomField form={form} rooms={rooms} />}
        <TextInput
          label={say('form.title')}
          dir="auto"
          autoComplete="off"
          maxLength={scheduleLimits.title.max}
          {...form.input('title')}
        />
        <WhenFields form={form} mode={date === null ? 'new' : 'edit'} />
        <InviteeFields form={form} date={date} />
        <MoreFields form={form} />
        <PlanNote plan={planOf(form.values, date?.seriesId ?? null)} valid={valid} leftOut={date?.cancelled ?? []} />
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
  const mails = form.values.people.filter(hasMail).length;
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
