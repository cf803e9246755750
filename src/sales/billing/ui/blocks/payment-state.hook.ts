import type { DisputeState, PaymentState, PaymentView } from '../../invoices.contract.ts';

export type ShownPayment = Pick<PaymentView, 'state' | 'amount' | 'refunded'> & { dispute: { state: DisputeState } | null };
export type ShownPaymentState = PaymentState | 'disputed' | 'refunded' | 'partlyRefunded';
/** How a payment stands, in the word that asks most of somebody: what the bank questions, then what went back, then its own state. */
export function shownPaymentStateOf(of: ShownPayment): ShownPaymentState {
  if (of.state !== 'succeeded') return of.state;
  if (of.dispute?.state === 'open') return 'disputed';
  if (of.refunded === 0) return 'succeeded';
  return of.refunded >= of.amount ? 'refunded' : 'partlyRefunded';
}
