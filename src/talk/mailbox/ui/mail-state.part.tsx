import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconHelpCircle,
  IconInfoCircle,
  IconMessageReply,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '#kit/ui/link.tsx';
import { type StatusEntry, StatusShape } from '#kit/ui/status-shape.tsx';
import { Time, useDayText } from '#kit/ui/time.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { MailboxMail, MailInvoiceDue } from '../mailbox.contract.ts';
import s from './mailbox.module.css';
import { mailboxText } from './mailbox-text.hook.ts';

const good = { hue: 'green', icon: IconCircleCheck } as const;
const quiet = { hue: 'grey', icon: IconInfoCircle } as const;
/** States that ask for something, or are good or bad news; the others are grey. */
const looks: Readonly<Record<string, StatusEntry>> = {
  your_turn: { hue: 'amber', icon: IconMessageReply },
  solved: good,
  with_us: { hue: 'blue', icon: IconInfoCircle },
  paid: good,
  open: { hue: 'amber', icon: IconInfoCircle },
  overdue: { hue: 'red', icon: IconAlertTriangle },
  yes: good,
  maybe: { hue: 'amber', icon: IconHelpCircle },
  none: { hue: 'amber', icon: IconHelpCircle },
  no: { hue: 'grey', icon: IconCircleX },
  cancelled: { hue: 'red', icon: IconCircleX },
  published: good,
  failed: { hue: 'red', icon: IconAlertTriangle },
  gone: { hue: 'grey', icon: IconTrash },
};

function InvoiceDue({ due }: { due: MailInvoiceDue }) {
  const say = mailboxText();
  const money = useMoney();
  const dayText = useDayText();
  const amount = money(due.amount, due.currency);
  return (
    <span>{due.day === null ? say('invoice.due', { amount }) : say('invoice.dueBy', { amount, day: dayText(due.day) })}</span>
  );
}

/** What the mail is about, in the state of now and not of when the mail left. */
export function MailState({ mail: { thing } }: { mail: MailboxMail }) {
  const say = mailboxText();
  if (thing === null) return null;
  const word = say.maybe(`states.${thing.state === 'gone' ? 'any' : thing.kind}.${thing.state}`);
  return (
    <div className={s.facts}>
      {word !== null && <StatusShape {...(looks[thing.state] ?? quiet)} look="pill" word={word} />}
      {thing.name !== null &&
        (thing.path === null ? (
          <bdi>{thing.name}</bdi>
        ) : (
          <Link to={thing.path}>
            <bdi>{thing.name}</bdi>
          </Link>
        ))}
      {thing.at !== null && <Time at={thing.at} look="zoned" />}
      {thing.due !== null && <InvoiceDue due={thing.due} />}
    </div>
  );
}
