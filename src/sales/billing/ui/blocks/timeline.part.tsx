import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconBell,
  IconBuildingBank,
  IconCircleCheck,
  IconCirclePlus,
  IconCircleX,
  IconCreditCard,
  IconMailCheck,
  IconMailFast,
  IconMailX,
  IconHourglass,
  IconLock,
  IconMail,
  IconMessageDots,
  IconReceiptOff,
  IconReceiptRefund,
  IconRefresh,
  IconWebhook,
} from '@tabler/icons-react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Link } from '#kit/ui/link.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { Happening } from '../../invoices.contract.ts';
import { writtenReason } from '../../reasons.rules.ts';
import { invoiceText } from './invoice-text.hook.ts';
import { leftToRight, useMoney } from './money.hook.ts';

import s from '../invoice.module.css';

type Mark = { icon: typeof IconBell; hue?: 'green' | 'red' | 'amber' };
const marks: Readonly<Record<string, Mark>> = {
  'invoice.drafted': { icon: IconCirclePlus },
  'invoice.finalized': { icon: IconLock },
  'invoice.paid': { icon: IconCircleCheck, hue: 'green' },
  'invoice.void': { icon: IconBan },
  'invoice.credited': { icon: IconReceiptRefund },
  'invoice.reopened': { icon: IconRefresh, hue: 'amber' },
  'invoice.uncollectible': { icon: IconReceiptOff, hue: 'red' },
  'invoice.reminded': { icon: IconBell },
  'invoice.sent': { icon: IconMailFast },
  'invoice.rest_missing': { icon: IconHourglass, hue: 'amber' },
  'payment.created': { icon: IconCreditCard },
  'payment.awaiting_transfer': { icon: IconBuildingBank },
  'payment.requires_action': { icon: IconAlertTriangle, hue: 'amber' },
  'payment.processing': { icon: IconHourglass },
  'payment.unknown': { icon: IconHourglass, hue: 'amber' },
  'payment.reported': { icon: IconMessageDots, hue: 'amber' },
  'payment.succeeded': { icon: IconCircleCheck, hue: 'green' },
  'payment.failed': { icon: IconCircleX, hue: 'red' },
  'payment.rejected': { icon: IconCircleX, hue: 'red' },
  'payment.canceled': { icon: IconBan },
  'payment.expired': { icon: IconHourglass },
  'payment.reversed': { icon: IconRefresh, hue: 'red' },
  'payment.disputed': { icon: IconAlertTriangle, hue: 'amber' },
  'payment.dispute_won': { icon: IconCircleCheck, hue: 'green' },
  'payment.dispute_lost': { icon: IconCircleX, hue: 'red' },
  'payment.dispute_proof': { icon: IconMessageDots },
  'payment.dispute_accepted': { icon: IconArrowBackUp, hue: 'amber' },
  'payment.dispute_sent': { icon: IconMailCheck },
  'payment.dispute_sent_elsewhere': { icon: IconMailCheck },
  'payment.dispute_refused': { icon: IconMailX, hue: 'red' },
  'payment.dispute_reminded': { icon: IconBell, hue: 'amber' },
  'payment.refunded_elsewhere': { icon: IconAlertTriangle, hue: 'amber' },
  'payment.late': { icon: IconHourglass },
  'refund.created': { icon: IconArrowBackUp },
  'refund.processing': { icon: IconHourglass },
  'refund.unknown': { icon: IconHourglass, hue: 'amber' },
  'refund.succeeded': { icon: IconArrowBackUp, hue: 'green' },
  'refund.failed': { icon: IconCircleX, hue: 'red' },
  'dunning.charge': { icon: IconCreditCard },
  'dunning.retry': { icon: IconRefresh },
  'dunning.remind': { icon: IconBell },
  'dunning.final_notice': { icon: IconMail, hue: 'red' },
  'dunning.past_due': { icon: IconAlertTriangle, hue: 'amber' },
  'dunning.restrict': { icon: IconLock, hue: 'red' },
  'dunning.cancel': { icon: IconBan, hue: 'red' },
  'objection.raised': { icon: IconMessageDots, hue: 'amber' },
  'objection.answered': { icon: IconMessageDots },
  'objection.withdrawn': { icon: IconMessageDots },
  'mail.sent': { icon: IconMailCheck },
  'mail.queued': { icon: IconMailFast },
  'mail.kept': { icon: IconMail, hue: 'amber' },
  'mail.failed': { icon: IconMailX, hue: 'red' },
  'provider.told': { icon: IconWebhook },
};

/** One happening as a sentence; null for what nobody has words for. */
function useSentence(): (one: Happening) => string | null {
  const say = invoiceText();
  const amountText = useMoney();
  return (one) => {
    const { amount, currency, number, provider, recipient, type, manual } = one.data;
    const sum = typeof amount === 'number' && typeof currency === 'string' ? amountText(amount, currency) : '';
    const own = typeof manual === 'string';
    const by = own ? 'manual' : typeof provider === 'string' ? provider : 'transfer';
    // by a way of the seller's own nobody waits for a transfer
    const kind = own && one.kind === 'payment.awaiting_transfer' ? 'payment.created' : one.kind;
    const names = { number: leftToRight(String(number ?? '')), to: leftToRight(String(recipient ?? '')) };
    const said = say.maybe(`invoices.happened.${kind}`, { ...names, amount: sum, by, type: leftToRight(String(type ?? '')) });
    return own && said !== null ? `${said} · \u2068${manual}\u2069` : said;
  };
}

/** What a mail said in its subject, and for those who look after the outbox the way to it. */
function Subject({ one }: { one: Happening }) {
  const { can } = useAuth();
  const { subject } = one.data;
  if (!one.kind.startsWith('mail.') || typeof subject !== 'string') return null;
  return (
    <p className="tiny soft">
      {can('outbox.view') ? (
        <Link className="link" to={`/outbox/${one.id}`}>
          <bdi>{subject}</bdi>
        </Link>
      ) : (
        <bdi>{subject}</bdi>
      )}
    </p>
  );
}

function Item({ one, sentence }: { one: Happening; sentence: string }) {
  const say = invoiceText();
  const { icon: Icon, hue }: Mark = marks[one.kind] ?? { icon: IconCircleCheck };
  const failure = one.data['failure'];
  const why = typeof failure === 'string' ? say.maybe(`invoices.declined.${failure}`) : null;
  const reason = writtenReason(one.reason);
  return (
    <li className={s.happening}>
      <span className={s.mark} data-hue={hue} aria-hidden="true">
        <Icon size={14} stroke={1.75} />
      </span>
      <div className="grow">
        <p className="small strong">{sentence}</p>
        {why !== null && <p className="tiny quiet">{why}</p>}
        {reason !== null && (
          <p className="tiny soft">
            <bdi>{reason}</bdi>
          </p>
        )}
        <Subject one={one} />
        {one.by !== null && (
          <p className="tiny quiet">{say.rich('invoices.by', { who: one.by, name: (words) => <bdi>{words}</bdi> })}</p>
        )}
      </div>
      <span className="tiny quiet">
        <Time at={one.at} look="full" />
      </span>
    </li>
  );
}

type TimelineEntry = { one: Happening; sentence: string };
/** What there are words for of it, in its order. */
export function useTold(happenings: readonly Happening[]): TimelineEntry[] {
  const sentenceOf = useSentence();
  return happenings.flatMap((one) => {
    const sentence = sentenceOf(one);
    return sentence === null ? [] : [{ one, sentence }];
  });
}

/** What happened, as it comes: the newest first. */
export const Timeline = ({ told }: { told: readonly TimelineEntry[] }) => (
  <ol className={s.timeline}>
    {told.map(({ one, sentence }) => (
      <Item key={one.id} one={one} sentence={sentence} />
    ))}
  </ol>
);
