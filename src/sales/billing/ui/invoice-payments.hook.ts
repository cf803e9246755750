import type { PaymentState, PaymentView } from '../invoices.contract.ts';

/** Nothing came of these, or nothing was done yet. */
const silent: readonly PaymentState[] = ['canceled', 'expired', 'awaiting_transfer', 'created'];

/** Payments that have something to tell, the newest first. */
export const shownPayments = (payments: readonly PaymentView[]): PaymentView[] =>
  payments.filter((one) => !silent.includes(one.state)).sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
