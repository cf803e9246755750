/** Payments and what went back of them, as they cross the wire. */
import type { PaymentView, RefundView } from '../invoices.contract.ts';
import type { MethodRow } from './billing.table.ts';
import type { PaymentRow } from './invoices.table.ts';
import type { DisputeRow, RefundRow } from './refunds.table.ts';

/** What belongs to some payments; disputes are the newest first. */
export type AroundPayments = {
  methods: ReadonlyMap<string, MethodRow>;
  refunds: readonly RefundRow[];
  disputes: readonly DisputeRow[];
};
/** What of a payment went back, or is on its way, in minor units. */
export const refundedIn = (refunds: readonly RefundRow[], paymentId: string): bigint =>
  refunds.reduce((sum, one) => (one.paymentId === paymentId && one.state !== 'failed' ? sum + one.amount : sum), 0n);
/** A card's brand and last four digits; null for all else. */
export function methodOut(row: PaymentRow, methods: ReadonlyMap<string, MethodRow>): PaymentView['method'] {
  const method = row.methodId === null ? undefined : methods.get(row.methodId);
  return method === undefined ? null : { brand: method.brand, last4: method.last4 };
}
export const paymentOut = (row: PaymentRow, { methods, refunds, disputes }: AroundPayments): PaymentView => {
  const dispute = disputes.find((one) => one.paymentId === row.id);
  return {
    id: row.id,
    provider: row.provider,
    state: row.state,
    amount: Number(row.amount),
    currency: row.currency,
    refunded: Number(refundedIn(refunds, row.id)),
    dispute:
      dispute === undefined
        ? null
        : {
            state: dispute.state,
            amount: Number(dispute.amount),
            reason: dispute.reason,
            openedAt: dispute.openedAt.getTime(),
            dueAt: dispute.dueAt?.getTime() ?? null,
            answered: dispute.answeredAt !== null,
          },
    method: methodOut(row, methods),
    failure: row.failure,
    valueDate: row.valueDate,
    manual: row.manual?.name ?? null,
    note: row.note,
    proof: row.proof !== null,
    createdAt: row.createdAt.getTime(),
    settledAt: row.settledAt?.getTime() ?? null,
  };
};
/** `number`: of its credit note. */
export const refundOut = (row: RefundRow, number: string): RefundView => ({
  id: row.id,
  provider: row.provider,
  state: row.state,
  amount: Number(row.amount),
  currency: row.currency,
  paymentId: row.paymentId,
  creditNote: { id: row.creditNoteId, number },
  failure: row.failure,
  valueDate: row.valueDate,
  bankRef: row.bankRef,
  createdAt: row.createdAt.getTime(),
  settledAt: row.settledAt?.getTime() ?? null,
});
