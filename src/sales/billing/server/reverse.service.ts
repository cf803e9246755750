/** Money that a bank takes back after it had come: a lost dispute, a returned transfer (business rules §2, payment and invoice). */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/ids.ts';
import { dayIn } from '../days.rules.ts';
import { doneWhenReopened } from '../dunning.rules.ts';
import { note } from './access.service.ts';
import { afterReversed } from './after.service.ts';
import { writeOff } from './dunning.service.ts';
import { changeInvoice } from './invoices.queries.ts';
import type { InvoiceRow, PaymentRow } from './invoices.table.ts';
import { postReversal } from './journal.service.ts';
import { mailAbout } from './mail.service.ts';
import { tellOperator } from './operator-word.service.ts';
import { sellerById } from './parties.queries.ts';
import { changePayment, excessOf, insertBalance } from './payments.queries.ts';
import { refundedOf } from './refunds.queries.ts';
import { lockPaymentWithInvoice } from './settle.service.ts';

export type Reversal = {
  paymentId: string;
  reason: string;
  /** What becomes of the claim: its payer is asked again, or it is given up on. */
  claim?: 'open' | 'write_off';
  bankRef?: string;
  /** `YYYY-MM-DD`. */
  valueDate?: string;
};

/** The claim is due again, as far as the money is gone; reminders begin anew today. */
async function reopen(ctx: Ctx, tx: Db, { invoice, off }: { invoice: InvoiceRow; off: bigint }): Promise<InvoiceRow> {
  const seller = await sellerById(tx, invoice.sellerId);
  const paid = invoice.paid - off;
  if (invoice.state === 'uncollectible' || off === 0n) return changeInvoice(tx, invoice.id, { paid });
  const after = await changeInvoice(tx, invoice.id, {
    paid,
    state: 'open',
    closedAt: null,
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

/**
 * Takes a payment that had come off its invoice again. What of it was refunded by a credit note stays given back; what was more than due leaves
 * the balance, which may be below nothing then. Asked twice it is done once. `tx` must be the system's, with nothing of the three locked yet.
 * Returns the payment as it is then; null when there is none.
 */
export async function reversePayment(ctx: Ctx, tx: Db, of: Reversal): Promise<PaymentRow | null> {
  const seen = await lockPaymentWithInvoice(tx, of.paymentId);
  if (seen === null || seen.payment.state !== 'succeeded') return seen?.payment ?? null;
  const { payment, invoice } = seen;
  const { accountId, sellerId, currency } = payment;
  const excess = await excessOf(tx, payment.id);
  const off = payment.amount - (await refundedOf(tx, payment.id)) - excess;
  const at = new Date(ctx.now());
  const { bankRef, valueDate } = of;
  const after = await changePayment(tx, payment.id, {
    state: 'reversed',
    changedAt: at,
    ...(bankRef === undefined ? {} : { bankRef }),
    ...(valueDate === undefined ? {} : { valueDate }),
  });
  await note(ctx, tx, {
    ...{ accountId, sellerId, invoiceId: invoice.id, paymentId: payment.id },
    kind: 'payment.reversed',
    fromState: 'succeeded',
    toState: 'reversed',
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
  const open = await reopen(ctx, tx, { invoice, off });
  if (of.claim === 'write_off' && open.state === 'open') await writeOff(ctx, tx, open);
  else if (open.state === 'open') {
    await mailAbout(ctx, tx, { invoice: open, about: 'reversed', once: payment.id });
    await afterReversed(ctx, tx, open);
  }
  const data = { number: invoice.number ?? '', name: invoice.buyer?.name ?? '' };
  await tellOperator(ctx, tx, { sellerId, kind: 'paymentReversed', data, link: `/all-invoices/${invoice.id}` });
  await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'billing' });
  return after;
}
