/** The double-entry journal: every move of money is booked twice, and each entry sums to zero (business rule §4.12). */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { InvoiceRow, Ledger, PaymentRow } from './invoices.table.ts';
import { insertEntry } from './payments.queries.ts';

/** Positive: debit. */
type Move = { ledger: Ledger; amount: bigint };
export type Booking = {
  cause: 'invoice' | 'credit_note' | 'payment' | 'reversal' | 'balance' | 'void' | 'write_off' | 'refund';
  sellerId: string;
  accountId: string;
  currency: string;
  invoiceId?: string;
  paymentId?: string;
  moves: readonly Move[];
};

/** Books it; moves of nothing are left out, and an entry without moves is none. */
export async function post(ctx: Ctx, tx: Db, { moves, currency, ...entry }: Booking): Promise<void> {
  const lines = moves.filter((move) => move.amount !== 0n);
  if (lines.length === 0) return;
  if (lines.reduce((sum, move) => sum + move.amount, 0n) !== 0n) throw new Error('the entry does not come to nothing');
  const at = ctx.now();
  await insertEntry(
    tx,
    { id: newId(at), at: new Date(at), ...entry },
    lines.map((move) => ({ ...move, currency })),
  );
}

const of = (invoice: InvoiceRow) => ({
  sellerId: invoice.sellerId,
  accountId: invoice.accountId,
  currency: invoice.currency,
  invoiceId: invoice.id,
});
/** A claim comes to be: the customer owes, revenue and tax are earned. A credit note is the same the other way round. */
export const postClaim = (ctx: Ctx, tx: Db, invoice: InvoiceRow): Promise<void> => {
  const sign = invoice.kind === 'invoice' ? 1n : -1n;
  return post(ctx, tx, {
    ...of(invoice),
    cause: invoice.kind,
    moves: [
      { ledger: 'receivable', amount: sign * invoice.total },
      { ledger: 'revenue', amount: -sign * invoice.net },
      { ledger: 'tax', amount: -sign * invoice.tax },
    ],
  });
};
/** The claim is taken back as it was. */
export const postVoid = (ctx: Ctx, tx: Db, invoice: InvoiceRow): Promise<void> =>
  post(ctx, tx, {
    ...of(invoice),
    cause: 'void',
    moves: [
      { ledger: 'receivable', amount: -invoice.total },
      { ledger: 'revenue', amount: invoice.net },
      { ledger: 'tax', amount: invoice.tax },
    ],
  });
/** What is left of it is lost. */
export const postWriteOff = (ctx: Ctx, tx: Db, invoice: InvoiceRow): Promise<void> =>
  post(ctx, tx, {
    ...of(invoice),
    cause: 'write_off',
    moves: [
      { ledger: 'loss', amount: invoice.remaining },
      { ledger: 'receivable', amount: -invoice.remaining },
    ],
  });
/** From the balance of the account (positive), or into it (negative). */
export const postBalance = (ctx: Ctx, tx: Db, { invoice, amount }: { invoice: InvoiceRow; amount: bigint }): Promise<void> =>
  post(ctx, tx, {
    ...of(invoice),
    cause: 'balance',
    moves: [
      { ledger: 'balance', amount },
      { ledger: 'receivable', amount: -amount },
    ],
  });
/** Money came: `settled` of it pays the claim (a lost one is found again), the rest is the account's. */
export const postPayment = (
  ctx: Ctx,
  tx: Db,
  { payment, invoice, settled }: { payment: PaymentRow; invoice: InvoiceRow; settled: bigint },
): Promise<void> =>
  post(ctx, tx, {
    ...of(invoice),
    paymentId: payment.id,
    cause: 'payment',
    moves: [
      { ledger: payment.provider === 'card' ? 'card' : 'bank', amount: payment.amount },
      { ledger: invoice.state === 'uncollectible' ? 'loss' : 'receivable', amount: -settled },
      { ledger: 'balance', amount: settled - payment.amount },
    ],
  });
/** Money goes back by a credit note (`amount` positive), from what the card provider or the bank holds for us. */
export const postRefund = (
  ctx: Ctx,
  tx: Db,
  { note, amount, from }: { note: InvoiceRow; amount: bigint; from: 'card' | 'bank' },
): Promise<void> =>
  post(ctx, tx, {
    ...of(note),
    cause: 'refund',
    moves: [
      { ledger: 'receivable', amount },
      { ledger: from, amount: -amount },
    ],
  });
/** It did not arrive: what was to go back is the account's. */
export const postRefundFailed = (
  ctx: Ctx,
  tx: Db,
  { note, amount, from }: { note: InvoiceRow; amount: bigint; from: 'card' | 'bank' },
): Promise<void> =>
  post(ctx, tx, {
    ...of(note),
    cause: 'refund',
    moves: [
      { ledger: from, amount },
      { ledger: 'balance', amount: -amount },
    ],
  });
/** A bank took money back: `off` of it is due again (or lost, where it was given up on), `excess` leaves the balance. */
export const postReversal = (
  ctx: Ctx,
  tx: Db,
  { payment, invoice, off, excess }: { payment: PaymentRow; invoice: InvoiceRow; off: bigint; excess: bigint },
): Promise<void> =>
  post(ctx, tx, {
    ...of(invoice),
    paymentId: payment.id,
    cause: 'reversal',
    moves: [
      { ledger: payment.provider === 'card' ? 'card' : 'bank', amount: -off - excess },
      { ledger: invoice.state === 'uncollectible' ? 'loss' : 'receivable', amount: off },
      { ledger: 'balance', amount: excess },
    ],
  });
