import { IconCircleCheck, IconCircleX, IconHelpCircle, IconMail, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { PeoplePicker } from '#core/accounts/ui/blocks/people-picker.part.tsx';
import { Face, Ltr } from '#kit/ui/bits.tsx';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import type { ScheduledMeetingDetail } from '../schedule.contract.ts';
import { type InviteeAnswer, scheduleLimits } from '../schedule.rules.ts';
import s from './date-drawer.module.css';
import { type DateFields, inviteeKey } from './date-fields.hook.ts';
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

type InviteeListProps = {
  /** As `inviteeKey` has them. */
  invitees: readonly string[];
  known: readonly MeetingInvitee[];
  /** Names of those who were picked just now, by user id. */
  names?: ReadonlyMap<string, string>;
  onRemove: ((key: string) => void) | null;
};
/** Who is invited, and what they answered. */
export function InviteeList({ invitees, known, names, onRemove }: InviteeListProps) {
  const say = scheduleText();
  if (invitees.length === 0) return null;
  return (
    <ul className={s.invitees}>
      {invitees.map((key) => {
        const one = known.find((invitee) => inviteeKey(invitee) === key);
        const name = one?.name ?? names?.get(key);
        return (
          <li key={key}>
            <Face name={name ?? key} size={24} />
            <span className="grow cut small" title={one?.email ?? undefined}>
              {name === undefined ? <Ltr>{key}</Ltr> : <bdi>{name}</bdi>}
            </span>
            <AnswerWord answer={one?.answer ?? 'new'} />
            {onRemove !== null && (
              <IconButton size={28} aria-label={say('invitees.remove', { email: name ?? key })} onClick={() => onRemove(key)}>
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

/** Invitees of a date: colleagues and addresses, taken off by a press; mails go out when it is saved. */
export function InviteeFields({ form, known }: { form: DraftForm<DateFields>; known: readonly MeetingInvitee[] }) {
  const say = scheduleText();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const { invitees } = form.values;
  return (
    <div className={s.group}>
      <InviteeList
        invitees={invitees}
        known={known}
        names={names}
        onRemove={(key) =>
          form.set(
            'invitees',
            invitees.filter((one) => one !== key),
          )
        }
      />
      <PeoplePicker
        purpose="invitation"
        label={say('invitees.add')}
        description={say('invitees.hint')}
        without={invitees}
        outsiders="allowed"
        onChange={(people) => {
          setNames(new Map([...names, ...people.map(({ id, name }): [string, string] => [id ?? name, name])]));
          const keys = people.map(({ id, email }) => inviteeKey({ userId: id, email }));
          form.set('invitees', [...new Set([...invitees, ...keys])].slice(0, scheduleLimits.invitees));
        }}
      />
    </div>
  );
}
