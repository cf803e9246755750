import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import { Time, useTimeText } from '#kit/ui/time.tsx';
import type { InvoiceView, PaymentView } from '../invoices.contract.ts';
import { shownPayments } from './invoice-payments.hook.ts';
import { invoiceText } from './blocks/invoice-text.hook.ts';
import { leftToRight, useMoney } from './blocks/money.hook.ts';
import { PaymentState, PaymentWay } from './blocks/payment-state.part.tsx';
import type { Side } from './invoice-data.hook.ts';
import s from './invoice.module.css';

function Payment({ of, to }: { of: PaymentView; to: string }) {
  const say = invoiceText();
  const money = useMoney();
  const time = useTimeText();
  const why = of.failure === null || of.state !== 'failed' ? null : say.maybe(`invoices.declined.${of.failure.code}`);
  const { dispute } = of;
  return (
    <li>
      <PaymentWay of={of}>
        {(word) => (
          <Link className="link" to={`${to}&payment=${of.id}`}>
            {word}
          </Link>
        )}
      </PaymentWay>
      <span className={s.payWords}>
        <PaymentState of={of} />
        {why !== null && <span className="tiny quiet">{why}</span>}
        {dispute?.state === 'open' && (
          <span className="tiny quiet">
            <DotLine>
              <Ltr mono="mono">{dispute.reason}</Ltr>
              {dispute.dueAt !== null && say('invoices.payments.proof', { day: time(dispute.dueAt, 'day') })}
            </DotLine>
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

type Props = { invoice: InvoiceView; side: Side; list?: string };
/**
 * Each payment with its state, and the way to all of it, the newest first; attempts without a result appear in the history alone. `list`: the
 * address of the reader's own list of payments, where it is none of the two.
 */
export function InvoicePayments({ invoice, side, list }: Props) {
  const say = invoiceText();
  const shown = shownPayments(invoice.payments);
  if (shown.length === 0) return null;
  return (
    <Panel id="invoice-payments" title={say('invoices.payments.title')} flush="flush">
      <ul className={s.payments}>
        {shown.map((one) => (
          <Payment
            key={one.id}
            of={one}
            to={list ?? (side === 'buyer' ? '/invoices?tab=payments' : '/all-invoices?tab=payments')}
          />
        ))}
      </ul>
    </Panel>
  );
}

/** A bank holds money back, and takes an answer until a day: the seller gives it beside the payment. */
export function DisputeBanner({ invoice }: { invoice: InvoiceView }) {
  const say = invoiceText();
  const money = useMoney();
  const time = useTimeText();
  return invoice.payments.map(({ id, currency, dispute }) =>
    dispute?.state !== 'open' || dispute.answered ? null : (
      <Banner
        key={id}
        hue="amber"
        action={
          <Link className="link small" to={`/all-invoices?tab=payments&payment=${id}`}>
            {say('invoices.payments.answer')}
          </Link>
        }
      >
        {say('invoices.payments.questioned', { amount: leftToRight(money(dispute.amount, currency)) })}
        {dispute.dueAt !== null && <> {say('invoices.payments.proof', { day: time(dispute.dueAt, 'day') })}.</>}
      </Banner>
    ),
  );
}
