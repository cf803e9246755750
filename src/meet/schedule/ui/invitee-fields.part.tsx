import { Button } from '@mantine/core';
import { IconCalendarTime, IconCircleCheck, IconCircleX, IconHelpCircle, IconMail, IconX } from '@tabler/icons-react';
import { PeoplePicker, type PickedPerson } from '#core/accounts/ui/blocks/people-picker.part.tsx';
import { Face, Ltr } from '#kit/ui/bits.tsx';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import type { BusySpan, ScheduledMeetingDetail } from '../schedule.contract.ts';
import { type InviteeAnswer, scheduleLimits } from '../schedule.rules.ts';
import { clockOf, minutesOfDay } from './calendar-days.hook.ts';
import { useCalendarWords } from './calendar-words.hook.ts';
import s from './date-drawer.module.css';
import { type DateFields, inviteeKey } from './date-fields.hook.ts';
import { type FreeTimes, useFreeTimes } from './free-times.hook.ts';
import type { GridTime } from './moving.hook.ts';
import { scheduleText } from './schedule-text.hook.ts';

type MeetingInvitee = ScheduledMeetingDetail['invitees'][number];
const signs = { none: IconHelpCircle, accepted: IconCircleCheck, declined: IconCircleX, tentative: IconHelpCircle } as const;

/** An answer by sign and word. */
function AnswerWord({ answer }: { answer: InviteeAnswer | 'new' }) {
  const say = scheduleText();
  const Sign = answer === 'new' ? IconMail : signs[answer];
  return (
    <span className={s.answer} data-answer={answer}>
      <Sign size={16} stroke={1.75} />
      {answer === 'new' ? say('invitees.new') : say(`invitees.answer.${answer}`)}
    </span>
  );
}

/** Free at the chosen time, or until when somebody is busy. */
function BusyNote({ spans }: { spans: readonly BusySpan[] }) {
  const say = scheduleText();
  const words = useCalendarWords();
  const times = spans.map((span) => {
    const { from, to } = words.span(span);
    return `${from}–${to}`;
  });
  return (
    <span className={s.busy} data-busy={spans.length > 0 ? '' : undefined}>
      {spans.length === 0 ? say('busy.free') : say('busy.busy', { times: words.list(times) })}
    </span>
  );
}

type InviteeListProps = {
  people: readonly PickedPerson[];
  known: readonly MeetingInvitee[];
  /** When somebody is busy at the chosen time; null: nobody asks. */
  busy: FreeTimes['busyOf'] | null;
  onRemove: ((person: PickedPerson) => void) | null;
};
/** Who is invited, whether they are free, and what they answered. */
export function InviteeList({ people, known, busy, onRemove }: InviteeListProps) {
  const say = scheduleText();
  if (people.length === 0) return null;
  return (
    <ul className={s.invitees}>
      {people.map((person) => {
        const { id, name, email } = person;
        const key = inviteeKey(person);
        const one = known.find((invitee) => inviteeKey({ id: invitee.userId, email: invitee.email }) === key);
        const spans = busy?.(person) ?? null;
        return (
          <li key={key}>
            <Face name={name} size={24} />
            <span className={`grow small ${s.invitee}`} title={email ?? undefined}>
              {id === null ? <Ltr>{name}</Ltr> : <bdi>{name}</bdi>}
              {spans !== null && <BusyNote spans={spans} />}
            </span>
            <AnswerWord answer={one?.answer ?? 'new'} />
            {onRemove !== null && (
              <IconButton size={28} aria-label={say('invitees.remove', { name })} onClick={() => onRemove(person)}>
                <IconX size={14} stroke={2} />
              </IconButton>
            )}
            {one?.words != null && (
              <p className={s.inviteeWords} dir="auto">
                {one.words}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The next time when all who are chosen are free, to be taken with a press. */
function FreeTimeOffer({ form, time }: { form: DraftForm<DateFields>; time: GridTime }) {
  const say = scheduleText();
  const words = useCalendarWords();
  const [from, to] = [clockOf(time.from), clockOf((time.from + time.length) % minutesOfDay)];
  const take = () => {
    form.set('day', time.day);
    form.set('from', from);
    form.set('to', to);
  };
  return (
    <Button className={s.offer ?? ''} leftSection={<IconCalendarTime size={16} stroke={1.75} />} onClick={take}>
      {say('busy.next', {
        ...{ day: words.day(time.day, 'short'), from: words.clock(time.from) },
        to: words.clock(time.from + time.length),
      })}
    </Button>
  );
}

type InviteeFieldsProps = { form: DraftForm<DateFields>; date: ScheduledMeetingDetail | null };
/** Invitees of a date: colleagues and addresses, taken off by a press; mails go out when it is saved. */
export function InviteeFields({ form, date }: InviteeFieldsProps) {
  const say = scheduleText();
  const words = useCalendarWords();
  const { people } = form.values;
  const { busyOf, suggestion } = useFreeTimes({ fields: form.values, seriesId: date?.seriesId ?? null });
  const add = (chosen: readonly PickedPerson[]) => {
    const known = new Set(people.map(inviteeKey));
    const fresh = chosen.filter((one) => !known.has(inviteeKey(one)));
    form.set('people', [...people, ...fresh].slice(0, scheduleLimits.invitees));
  };
  return (
    <div className={s.group}>
      <PeoplePicker
        purpose="invitation"
        label={say('invitees.label')}
        description={say('invitees.hint')}
        without={people.flatMap(({ id, email }) => [id ?? [], email ?? []].flat())}
        outsiders="allowed"
        onChange={add}
      />
      <InviteeList
        people={people}
        known={date?.invitees ?? []}
        busy={busyOf}
        onRemove={(person) =>
          form.set(
            'people',
            people.filter((one) => one !== person),
          )
        }
      />
      {form.values.unit !== 'never' && people.some((person) => busyOf(person) !== null) && (
        <p className="tiny quiet">{say('busy.oneDate', { day: words.day(form.values.day, 'short') })}</p>
      )}
      {suggestion !== null && <FreeTimeOffer form={form} time={suggestion} />}
    </div>
  );
}
