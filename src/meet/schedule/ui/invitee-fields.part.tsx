import { IconCircleCheck, IconCircleX, IconHelpCircle, IconMail, IconX } from '@tabler/icons-react';
import { PeoplePicker } from '#core/accounts/ui/blocks/people-picker.part.tsx';
import { Face, Ltr } from '#kit/ui/bits.tsx';
import type { DraftForm } from '#kit/ui/form/form.tsx';
import { IconButton } from '#kit/ui/light-parts.tsx';
import type { ScheduledMeetingDetail } from '../schedule.contract.ts';
import { type InviteeAnswer, scheduleLimits } from '../schedule.rules.ts';
import s from './date-drawer.module.css';
import type { DateFields } from './date-fields.hook.ts';
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
  emails: readonly string[];
  known: readonly MeetingInvitee[];
  onRemove: ((email: string) => void) | null;
};
/** Who is invited, and what they answered. */
export function InviteeList({ emails, known, onRemove }: InviteeListProps) {
  const say = scheduleText();
  if (emails.length === 0) return null;
  return (
    <ul className={s.invitees}>
      {emails.map((email) => {
        const one = known.find((invitee) => invitee.email === email);
        return (
          <li key={email}>
            <Face name={one?.name ?? email} size={24} />
            <span className="grow cut small" title={email}>
              {one?.name == null ? <Ltr>{email}</Ltr> : <bdi>{one.name}</bdi>}
            </span>
            <AnswerWord answer={one?.answer ?? 'new'} />
            {onRemove !== null && (
              <IconButton size={28} aria-label={say('invitees.remove', { email })} onClick={() => onRemove(email)}>
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
  const { invitees } = form.values;
  return (
    <div className={s.group}>
      <InviteeList
        emails={invitees}
        known={known}
        onRemove={(email) =>
          form.set(
            'invitees',
            invitees.filter((one) => one !== email),
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
          const emails = people.flatMap(({ email }) => email?.toLowerCase() ?? []);
          form.set('invitees', [...new Set([...invitees, ...emails])].slice(0, scheduleLimits.invitees));
        }}
      />
    </div>
  );
}
