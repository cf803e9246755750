/** Money that a bank takes back after it had come: a lost dispute, a returned transfer (business rules §2, payment and invoice). */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { dayIn } from '../days.rules.ts';
import { doneWhenReopened } from '../dunning.rules.ts';
import { note } from './access.service.ts';
import { afterReversed } from './after.service.ts';
import { writeOff } from './given-up.service.ts';
import { changeInvoice } from './invoices.queries.ts';
import type { InvoiceRow, PaymentRow } from './invoices.table.ts';
import { postReversal } from './journal.service.ts';
import { mailAbout } from './mail.service.ts';
import { tellOperator } from './operator-word.service.ts';
import { sellerById } from './parties.queries.ts';
import { balanceOf, changePayment, excessOf, insertBalance } from './payments.queries.ts';
import { changeDispute, goneOf, lostOf } from './refunds.queries.ts';
import { givenUp, lockPaymentWithInvoice } from './settle.service.ts';

export type Reversal = {
  paymentId: string;
  reason: string;
  /** What becomes of the claim: its payer is asked again, or it is given up on. */
  claim?: 'open' | 'write_off';
  /** Lost for this much, in minor units; no more than that is taken. */
  dispute?: { id: string; amount: bigint };
  bankRef?: string;
  /** `YYYY-MM-DD`. */
  valueDate?: string;
};

/** The claim is due again, as far as the money is gone; reminders start again today. */
async function reopen(ctx: Ctx, tx: Db, { invoice, off }: { invoice: InvoiceRow; off: bigint }): Promise<InvoiceRow> {
  const seller = await sellerById(tx, invoice.sellerId);
  const paid = invoice.paid - off;
  if (invoice.state === 'uncollectible' || off === 0n) return changeInvoice(tx, invoice.id, { paid });
  const after = await changeInvoice(tx, invoice.id, {
    paid,
    // another part of it may be gone already
    ...(invoice.state === 'open' ? {} : { state: 'open' as const, closedAt: null }),
    dunned: doneWhenReopened(dayIn(ctx.now(), seller?.zone ?? 'UTC')),
  });
  if (invoice.state === 'paid')
    await note(ctx, tx, {
      accountId: invoice.accountId,
      sellerId: invoice.sellerId,
      invoiceId: invoice.id,
      kind: 'invoice.reopened',
      fromState: invoice.state,
      toState: 'open',
      ...(invoice.subscriptionId === null ? {} : { subscriptionId: invoice.subscriptionId }),
    });
  return after;
}

type Taking = { of: Reversal; payment: PaymentRow; invoice: InvoiceRow };
/** `off` leaves the claim, `excess` the balance, in minor units; `isAll`: nothing of the payment is left. */
type Parts = { off: bigint; excess: bigint; isAll: boolean };

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/**
 * What is taken: what was more than due first, as far as it stands on the balance still, so that nobody is asked for what lies there; then from the
 * claim, and what is missing from the balance. What was sent back before is gone already.
 */
async function partsOf(tx: Db, { of, payment }: Taking): Promise<Parts> {
  const held = payment.amount - (await goneOf(tx, payment));
  const given = await excessOf(tx, payment.id);
  const onClaim = held > given ? held - given : 0n;
  const taken = of.dispute === undefined ? held : least(of.dispute.amount, held);
  const there = least(given, await balanceOf(tx, payment));
  const off = least(taken - least(taken, there > 0n ? there : 0n), onClaim);
  return { off, excess: taken - off, isAll: taken === held };
}

/** Writes it down and books it: the payment, its dispute, the journal, the balance. */
async function book(ctx: Ctx, tx: Db, { of, payment, invoice, off, excess, isAll }: Taking & Parts): Promise<PaymentRow> {
  const { accountId, sellerId, currency } = payment;
  const { bankRef, valueDate, dispute } = of;
  const at = new Date(ctx.now());
  const reversed = {
    state: 'reversed' as const,
    changedAt: at,
    ...(bankRef === undefined ? {} : { bankRef }),
    ...(valueDate === undefined ? {} : { valueDate }),
  };
  const taken = payment.taken + off + excess;
  const after = await changePayment(tx, payment.id, { taken, ...(isAll ? reversed : {}) });
  if (dispute !== undefined) await changeDispute(tx, dispute.id, { taken: off + excess });
  await note(ctx, tx, {
    ...{ accountId, sellerId, invoiceId: invoice.id, paymentId: payment.id },
    kind: 'payment.reversed',
    ...(isAll ? { fromState: payment.state, toState: 'reversed' } : {}),
    reason: of.reason,
    data: { provider: payment.provider, amount: Number(off + excess), currency },
  });
  await postReversal(ctx, tx, { payment, invoice, off, excess });
  if (excess > 0n)
    await insertBalance(tx, {
      ...{ id: newId(ctx.now()), accountId, sellerId, currency, invoiceId: invoice.id, paymentId: payment.id, at },
      amount: -excess,
      cause: 'reversed',
    });
  return after;
}

/** Money for a payment that was given up is on the balance, and leaves it there; its claim is not touched. */
async function takeLate(ctx: Ctx, tx: Db, taking: Taking): Promise<PaymentRow> {
  const given = await excessOf(tx, taking.payment.id);
  const { dispute } = taking.of;
  const excess = dispute === undefined ? given : least(dispute.amount, given);
  return excess > 0n ? book(ctx, tx, { ...taking, off: 0n, excess, isAll: false }) : taking.payment;
}

/**
 * A refund of a locked payment came to nothing, and its amount (minor units) stands on the balance. Where a bank took the payment meanwhile, it took
 * that with it, as far as nobody booked it yet: all of a transfer, of a card what was disputed. Returns what stays on the balance.
 */
export async function takeUnsent(
  ctx: Ctx,
  tx: Db,
  { amount, ...seen }: { payment: PaymentRow; invoice: InvoiceRow; amount: bigint },
): Promise<bigint> {
  const { payment } = seen;
  if (payment.state !== 'reversed') return amount;
  const whole = payment.provider === 'card' ? least(payment.amount, await lostOf(tx, payment.id)) : payment.amount;
  const excess = least(amount, whole - payment.taken);
  if (excess <= 0n) return amount;
  const of = { paymentId: payment.id, reason: 'refund came to nothing' };
  await book(ctx, tx, { of, ...seen, off: 0n, excess, isAll: false });
  return amount - excess;
}

/**
 * Takes a payment that had come off its invoice again, or the part of it that a dispute was lost for. What of it was refunded by a credit note
 * stays given back; what was more than due leaves the balance, which may be below nothing then. Asked twice for the whole it is done once.
 * `tx` must be the system's, with nothing of the three locked yet. Returns the payment as it is then; null when there is none.
 */
export async function reversePayment(ctx: Ctx, tx: Db, of: Reversal): Promise<PaymentRow | null> {
  const seen = await lockPaymentWithInvoice(tx, of.paymentId);
  if (seen === null) return null;
  const { payment, invoice } = seen;
  const { accountId, sellerId } = payment;
  const isLate = givenUp.includes(payment.state);
  if (payment.state !== 'succeeded' && !isLate) return payment;
  const taking = { of, ...seen };
  const parts = isLate ? null : await partsOf(tx, taking);
  const after = parts === null ? await takeLate(ctx, tx, taking) : await book(ctx, tx, { ...taking, ...parts });
  if (parts !== null) {
    const open = await reopen(ctx, tx, { invoice, off: parts.off });
    if (of.claim === 'write_off' && open.state === 'open') await writeOff(ctx, tx, open);
    else if (open.state === 'open') {
      await mailAbout(ctx, tx, { invoice: open, about: 'reversed', once: of.dispute?.id ?? payment.id });
      await afterReversed(ctx, tx, open);
    }
  }
  const data = { number: invoice.number ?? '', name: invoice.buyer?.name ?? '' };
  await tellOperator(ctx, tx, { sellerId, kind: 'paymentReversed', data, link: `/all-invoices/${invoice.id}` });
  await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'billing' });
  return after;
}
