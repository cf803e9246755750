import { Banner } from '#kit/ui/feedback.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { PaymentWhole } from '#sales/billing/payments.contract.ts';
import { invoiceText } from '#sales/billing/ui/blocks/invoice-text.hook.ts';
import { leftToRight, useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { Side } from './payments-data.hook.ts';
import { paymentsText } from './payments-text.hook.ts';

/** Why it does not go on, and what to do about it; nothing where nobody has to act. */
export function PaymentAdvice({ of, side }: { of: PaymentWhole; side: Side }) {
  const say = paymentsText();
  const ofBilling = invoiceText();
  const time = useTimeText();
  const amountText = useMoney();
  const reader = side === 'buyer' ? 'buyer' : 'seller';
  const { failure, dispute } = of;
  if (of.state === 'failed' && failure !== null)
    return (
      <Banner hue="red">
        {ofBilling.maybe(`invoices.declined.${failure.code}`) ?? ofBilling('invoices.declined.card_declined')}{' '}
        {say(`advice.${reader}.${failure.kind}`)}
      </Banner>
    );
  if (of.state === 'requires_action') return <Banner hue="amber">{say(`advice.${reader}.confirm`)}</Banner>;
  if (of.state === 'unknown') return <Banner hue="amber">{say(`advice.${reader}.unknown`)}</Banner>;
  if (side === 'seller' && dispute?.state === 'open' && of.disputeAnsweredAt === null && of.disputeAnswer?.state !== 'sending')
    return (
      <Banner hue="amber">
        {ofBilling('invoices.payments.questioned', { amount: leftToRight(amountText(dispute.amount, of.currency)) })}
        {dispute.dueAt !== null && <> {ofBilling('invoices.payments.proof', { day: time(dispute.dueAt, 'day') })}.</>}
      </Banner>
    );
  return null;
}
