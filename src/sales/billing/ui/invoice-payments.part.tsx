import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconBuildingBank,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconCreditCard,
  IconHourglass,
  IconMessageDots,
  IconRefresh,
} from '@tabler/icons-react';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { type StatusEntry, StatusShape } from '#kit/ui/status-shape.tsx';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import type { InvoiceView, PaymentState, PaymentView } from '../invoices.contract.ts';
import { shownPayments, shownPaymentStateOf } from './invoice-payments.hook.ts';
import { billingText } from './blocks/billing-text.hook.ts';
import { leftToRight, useMoney } from './blocks/money.hook.ts';
import s from './invoice.module.css';

const entries = {
  created: { hue: 'grey', icon: IconCircleDashed },
  requires_action: { hue: 'amber', icon: IconAlertTriangle },
  processing: { hue: 'blue', icon: IconHourglass },
  succeeded: { hue: 'green', icon: IconCircleCheck },
  failed: { hue: 'red', icon: IconCircleX },
  canceled: { hue: 'grey', icon: IconBan },
  unknown: { hue: 'amber', icon: IconHourglass },
  reversed: { hue: 'red', icon: IconRefresh },
  awaiting_transfer: { hue: 'grey', icon: IconHourglass },
  reported: { hue: 'amber', icon: IconMessageDots },
  rejected: { hue: 'red', icon: IconCircleX },
  expired: { hue: 'grey', icon: IconBan },
  disputed: { hue: 'amber', icon: IconAlertTriangle },
  refunded: { hue: 'grey', icon: IconArrowBackUp },
  partlyRefunded: { hue: 'grey', icon: IconArrowBackUp },
} satisfies Record<PaymentState | 'disputed' | 'refunded' | 'partlyRefunded', StatusEntry>;

/** How it was paid: the card by its last digits, else the word for a transfer. */
function Way({ of }: { of: PaymentView }) {
  const say = billingText();
  const Icon = of.provider === 'card' ? IconCreditCard : IconBuildingBank;
  return (
    <>
      <Icon size={18} stroke={1.75} />
      {of.method === null ? (
        <span className="strong">{say(of.provider === 'card' ? 'invoices.payments.card' : 'plan.transfer')}</span>
      ) : (
        <bdi className="strong" dir="ltr">{`${of.method.brand} ·· ${of.method.last4}`}</bdi>
      )}
    </>
  );
}

function Payment({ of }: { of: PaymentView }) {
  const say = billingText();
  const money = useMoney();
  const time = useTimeText();
  const state = shownPaymentStateOf(of);
  const why = of.failure === null || of.state !== 'failed' ? null : say.maybe(`invoices.declined.${of.failure.code}`);
  const { dispute } = of;
  return (
    <li>
      <Way of={of} />
      <span className={s.payWords}>
        <StatusShape {...entries[state]} look="plain" word={say(`invoices.payments.state.${state}`)} />
        {why !== null && <span className="tiny quiet">{why}</span>}
        {dispute?.state === 'open' && (
          <span className="tiny quiet">
            <Ltr mono="mono">{dispute.reason}</Ltr>
            {dispute.dueAt !== null && <> · {say('invoices.payments.proof', { day: time(dispute.dueAt, 'day') })}</>}
          </span>
        )}
      </span>
      <span className={s.paySum}>
        <bdi>{money(of.amount, of.currency)}</bdi>
        {of.refunded > 0 && <bdi className="tiny quiet">{money(-of.refunded, of.currency)}</bdi>}
      </span>
      <span className={`tiny quiet ${s.payTime}`}>
        <Time at={of.settledAt ?? of.createdAt} look="full" />
      </span>
    </li>
  );
}

/** Each payment with its state, the newest first; those that nothing came of are told by the history alone. */
export function InvoicePayments({ invoice }: { invoice: InvoiceView }) {
  const say = billingText();
  const shown = shownPayments(invoice.payments);
  if (shown.length === 0) return null;
  return (
    <Panel id="invoice-payments" title={say('invoices.payments.title')} flush="flush">
      <ul className={s.payments}>
        {shown.map((one) => (
          <Payment key={one.id} of={one} />
        ))}
      </ul>
    </Panel>
  );
}

/** A bank holds money back, and takes an answer until a day: the seller has to give it at the provider. */
export function DisputeBanner({ invoice }: { invoice: InvoiceView }) {
  const say = billingText();
  const money = useMoney();
  const time = useTimeText();
  return invoice.payments.map(({ id, currency, dispute }) =>
    dispute?.state !== 'open' ? null : (
      <Banner key={id} hue="amber">
        {say('invoices.payments.questioned', { amount: leftToRight(money(dispute.amount, currency)) })}
        {dispute.dueAt !== null && <> {say('invoices.payments.proof', { day: time(dispute.dueAt, 'day') })}.</>}
      </Banner>
    ),
  );
}
