import type { PaymentState, PaymentView } from '../invoices.contract.ts';

/** How a payment stands, in the word that asks most of somebody: what the bank questions, then what went back, then its own state. */
export function shownPaymentStateOf(
  of: Pick<PaymentView, 'state' | 'amount' | 'refunded' | 'dispute'>,
): PaymentState | 'disputed' | 'refunded' | 'partlyRefunded' {
  if (of.state !== 'succeeded') return of.state;
  if (of.dispute?.state === 'open') return 'disputed';
  if (of.refunded === 0) return 'succeeded';
  return of.refunded >= of.amount ? 'refunded' : 'partlyRefunded';
}

/** Nothing came of these, or nothing was done yet. */
const silent: readonly PaymentState[] = ['canceled', 'expired', 'awaiting_transfer', 'created'];

/** Payments that have something to tell, the newest first. */
export const shownPayments = (payments: readonly PaymentView[]): PaymentView[] =>
  payments.filter((one) => !silent.includes(one.state)).sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
