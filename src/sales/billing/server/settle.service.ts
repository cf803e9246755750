/** What follows from money that came, or did not: the payment, its invoice and the subscription, in one transaction. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { PaymentState } from '../invoices.contract.ts';
import { note } from './access.service.ts';
import { afterFailed, afterPaid } from './after.service.ts';
import { changeInvoice, invoiceById, lockInvoice } from './invoices.queries.ts';
import type { InvoiceRow, PaymentFailure, PaymentRow } from './invoices.table.ts';
import { postPayment } from './journal.service.ts';
import { mailAbout } from './mail.service.ts';
import { changePayment, insertBalance, isBookedLate, lockPayment, paymentById, undecidedOf } from './payments.queries.ts';
import { lockSubscription } from './subscriptions.queries.ts';

/** The state of a payment as reported by the provider, or by the person who saw the money. */
export type Standing = {
  state: Exclude<PaymentState, 'created' | 'awaiting_transfer' | 'reversed'>;
  ref?: string | null;
  failure?: PaymentFailure | null;
  methodId?: string | null;
  valueDate?: string | null;
  bankRef?: string | null;
  note?: string;
  reason?: string;
};

/** `id`: of the payment. */
export type Settling = { id: string } & Standing;

/** Nothing follows any more; a succeeded one can only be taken back. */
const decided: readonly PaymentState[] = ['succeeded', 'failed', 'canceled', 'reversed', 'rejected', 'expired'];
/** Nobody waits for its money any more. */
export const givenUp: readonly PaymentState[] = ['failed', 'canceled', 'expired', 'rejected'];
/** Earlier words are not taken for later ones: events come in any order. */
const rank: Readonly<Partial<Record<PaymentState, number>>> = {
  created: 0,
  unknown: 0,
  awaiting_transfer: 0,
  reported: 1,
  requires_action: 1,
  processing: 2,
};
export function isForward(from: PaymentState, to: PaymentState): boolean {
  if (decided.includes(from)) return false;
  if (to === 'unknown') return from === 'created';
  return decided.includes(to) ? from !== to : (rank[to] ?? 0) > (rank[from] ?? 0);
}

const of = (payment: PaymentRow) => ({
  accountId: payment.accountId,
  sellerId: payment.sellerId,
  invoiceId: payment.invoiceId,
  paymentId: payment.id,
});

/** Money for a payment that we had given up: it belongs to the account, once, whatever became of the claim. */
async function bookLate(ctx: Ctx, tx: Db, { payment, invoice }: { payment: PaymentRow; invoice: InvoiceRow }): Promise<void> {
  if (await isBookedLate(tx, payment.id)) return;
  const { accountId, sellerId, invoiceId, paymentId } = of(payment);
  await postPayment(ctx, tx, { payment, invoice, settled: 0n });
  await insertBalance(tx, {
    id: newId(ctx.now()),
    accountId,
    sellerId,
    invoiceId,
    paymentId,
    currency: payment.currency,
    amount: payment.amount,
    cause: 'late',
    at: new Date(ctx.now()),
  });
  await note(ctx, tx, {
    ...of(payment),
    kind: 'payment.late',
    data: { amount: Number(payment.amount), currency: payment.currency },
  });
}

/** Puts money on the invoice; what is more than due goes to the balance of the account. Returns the invoice as it is then. */
async function putOn(ctx: Ctx, tx: Db, { payment, invoice }: { payment: PaymentRow; invoice: InvoiceRow }): Promise<InvoiceRow> {
  const takes = invoice.state === 'open' || invoice.state === 'uncollectible';
  const settled = takes && payment.amount > invoice.remaining ? invoice.remaining : takes ? payment.amount : 0n;
  await postPayment(ctx, tx, { payment, invoice, settled });
  if (payment.amount > settled) {
    const at = new Date(ctx.now());
    const { accountId, sellerId, invoiceId, paymentId } = of(payment);
    await insertBalance(tx, {
      id: newId(ctx.now()),
      accountId,
      sellerId,
      invoiceId,
      paymentId,
      currency: payment.currency,
      amount: payment.amount - settled,
      cause: 'overpaid',
      at,
    });
  }
  if (settled === 0n) return invoice;
  const whole = settled === invoice.remaining;
  const after = await changeInvoice(tx, invoice.id, {
    paid: invoice.paid + settled,
    ...(whole ? { state: 'paid' as const, closedAt: new Date(ctx.now()) } : {}),
  });
  if (whole)
    await note(ctx, tx, {
      ...of(payment),
      kind: 'invoice.paid',
      fromState: invoice.state,
      toState: 'paid',
      ...(invoice.subscriptionId === null ? {} : { subscriptionId: invoice.subscriptionId }),
    });
  return after;
}

/**
 * Moves a payment forward to how it stands; words that say less than what is known already change nothing. The same word twice is the same
 * as once. `tx` must be the system's.
 */
export async function settle(ctx: Ctx, tx: Db, { id, ...standing }: Settling): Promise<PaymentRow | null> {
  const seen = await lockPaymentWithInvoice(tx, id);
  if (seen === null) return null;
  const { payment, invoice } = seen;
  if (standing.state === 'succeeded' && givenUp.includes(payment.state)) {
    await bookLate(ctx, tx, seen);
    // by that name the bank speaks of it later
    if (standing.ref != null && standing.ref !== payment.ref) await changePayment(tx, id, { ref: standing.ref });
  }
  if (!isForward(payment.state, standing.state)) return payment;
  const final = decided.includes(standing.state);
  const { state, ref, failure, methodId, valueDate, bankRef, reason } = standing;
  const at = new Date(ctx.now());
  const after = await changePayment(tx, payment.id, {
    state,
    changedAt: at,
    ...(ref == null ? {} : { ref }),
    ...(failure === undefined ? {} : { failure }),
    ...(methodId == null ? {} : { methodId }),
    ...(valueDate === undefined ? {} : { valueDate }),
    ...(bankRef === undefined ? {} : { bankRef }),
    ...(standing.note === undefined ? {} : { note: standing.note }),
    ...(final ? { settledAt: at } : {}),
  });
  await note(ctx, tx, {
    ...of(payment),
    kind: `payment.${state}`,
    fromState: payment.state,
    toState: state,
    ...(reason === undefined ? {} : { reason }),
    data: {
      provider: payment.provider,
      amount: Number(payment.amount),
      currency: payment.currency,
      failure: failure?.code ?? null,
      ...(payment.manual !== null && { manual: payment.manual.name }),
    },
  });
  if (state === 'succeeded') {
    const settled = await putOn(ctx, tx, { payment: after, invoice });
    await mailAbout(ctx, tx, { invoice: settled, about: 'receipt', once: payment.id });
    // money for what was paid or void before is the account's, and begins nothing a second time
    if (settled !== invoice) await afterPaid(ctx, tx, settled);
  } else if (final) await afterFailed(ctx, tx, { payment: after, invoice });
  if (state === 'failed' && payment.offSession) await mailAbout(ctx, tx, { invoice, about: 'failed', once: payment.id });
  if (state === 'requires_action' && payment.offSession) await mailAbout(ctx, tx, { invoice, about: 'action', once: payment.id });
  await ctx.bus.push(tx, { topic: `account:${payment.accountId}`, kind: 'billing' });
  // not for the many of a renewal: somebody pays now, and the seller may have the page open
  if (!payment.offSession) await ctx.bus.push(tx, { topic: `account:${payment.sellerId}`, kind: 'billing' });
  return after;
}

/** In the order in which everybody here locks: subscription, invoice, payment. */
export async function lockPaymentWithInvoice(
  tx: Db,
  paymentId: string,
): Promise<{ payment: PaymentRow; invoice: InvoiceRow } | null> {
  const seen = await paymentById(tx, paymentId);
  const claim = seen === null ? null : await invoiceById(tx, seen.invoiceId);
  if (claim === null) return null;
  if (claim.subscriptionId !== null) await lockSubscription(tx, claim.subscriptionId);
  const invoice = await lockInvoice(tx, claim.id);
  const payment = await lockPayment(tx, paymentId);
  return payment === null || invoice === null ? null : { payment, invoice };
}

/**
 * Ends what waits on an invoice that nobody has to pay any more. Throws `payment_undecided` while the card provider may still take the money:
 * it is asked to let go first, `letGo` in `pay.service.ts`.
 */
export async function dropUndecided(ctx: Ctx, tx: Db, invoiceId: string): Promise<void> {
  const waiting = await undecidedOf(tx, invoiceId);
  if (waiting === null) return;
  // what was reported is somebody's to look for first
  if (waiting.provider === 'card' || waiting.state === 'reported') throw new Failure('payment_undecided');
  await settle(ctx, tx, { id: waiting.id, state: 'expired' });
}
