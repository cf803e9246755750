/** Money on its way back to the payer: a credit note and the refund that is asked for it, in one transaction. */
import { money } from '#kit/money.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { toProvider } from '#sales/providers/card-amounts.rules.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import { note } from './access.service.ts';
import { creditNote, restOf } from './credit-notes.service.ts';
import type { CreditChoice } from '../credit.rules.ts';
import type { InvoiceRow, PaymentRow } from './invoices.table.ts';
import { lockPayment, paymentsOf } from './payments.queries.ts';
import { insertRefund, isDisputed, goneOf } from './refunds.queries.ts';
import { REFUND_JOB } from './refunds.service.ts';

type Sending = {
  invoice: InvoiceRow;
  payment: PaymentRow;
  amount: bigint;
  /** Of which it is made; else it is spread over all of them. */
  lines?: readonly CreditChoice[];
  reason: string;
  by: 'card' | 'transfer';
};
/**
 * Writes a credit note over `amount` (with tax, minor units) and asks for what of it is not set off to be sent back of a locked payment; the
 * provider is asked after the transaction. `invoice`: locked, too.
 */
export async function sendBack(ctx: Ctx, tx: Db, of: Sending): Promise<{ credit: InvoiceRow; rest: bigint }> {
  const { invoice, payment, amount, lines, reason, by } = of;
  const rest = restOf(invoice, amount);
  const what = lines === undefined ? { amount } : { lines };
  const credit = await creditNote(ctx, tx, { invoice, ...what, reason, from: by === 'card' ? 'card' : 'bank' });
  const at = new Date(ctx.now());
  const { accountId, sellerId, currency, id: invoiceId } = invoice;
  const refunding = await insertRefund(tx, {
    ...{ id: newId(ctx.now()), accountId, sellerId, currency, invoiceId, creditNoteId: credit.id, paymentId: payment.id },
    provider: by,
    state: 'created',
    amount: rest,
    createdAt: at,
    changedAt: at,
  });
  await note(ctx, tx, {
    ...{ accountId, sellerId, invoiceId, paymentId: payment.id },
    kind: 'refund.created',
    toState: 'created',
    data: { provider: by, amount: Number(rest), currency, number: credit.number },
  });
  if (by === 'card') await ctx.jobs.enqueue(tx, { job: REFUND_JOB, payload: { id: refunding.id }, key: refunding.id });
  return { credit, rest };
}

/** The most of an amount that a card can take: some currencies are sent in larger steps than they have minor units. */
function sendable(most: bigint, currency: string): bigint {
  for (const step of [1n, 10n, 100n]) {
    const part = most - (most % step);
    if (part > 0n && toProvider(money(part, currency)) !== null) return part;
  }
  return 0n;
}

/**
 * What of an amount can go back to the card that paid a settled invoice, in minor units, and of which payment: nothing without a provider, while
 * the card's bank is in doubt about the payment, and of what was paid in another way.
 */
export async function cardShare(
  ctx: Ctx,
  db: Db,
  { invoice, amount }: { invoice: InvoiceRow; amount: bigint },
): Promise<{ payment: PaymentRow; part: bigint } | null> {
  if (invoice.state !== 'paid' || amount <= 0n || cardProvider(ctx) === null) return null;
  for (const payment of await paymentsOf(db, invoice.id)) {
    if (payment.state !== 'succeeded' || payment.provider !== 'card' || (await isDisputed(db, payment.id))) continue;
    const left = payment.amount - (await goneOf(db, payment));
    const part = sendable(left < amount ? left : amount, invoice.currency);
    if (part > 0n) return { payment, part };
  }
  return null;
}

/** Gives back an amount (`lines`: of which it is made): to the card as far as it paid, the rest to the balance. Returns how much goes to the card. */
export async function giveBackBy(
  ctx: Ctx,
  tx: Db,
  { invoice, amount, lines, reason }: { invoice: InvoiceRow; amount: bigint; lines?: readonly CreditChoice[]; reason: string },
): Promise<bigint> {
  const share = await cardShare(ctx, tx, { invoice, amount });
  const payment = share === null ? null : await lockPayment(tx, share.payment.id);
  const part = share !== null && payment?.state === 'succeeded' ? share.part : 0n;
  // what goes two ways is two notes over a part of all its lines
  const made = part > 0n && part < amount ? undefined : lines;
  const sent = made === undefined ? { amount: part } : { amount: part, lines: made };
  if (payment !== null && part > 0n) await sendBack(ctx, tx, { invoice, payment, ...sent, reason, by: 'card' });
  const kept = made === undefined ? { amount: amount - part } : { lines: made };
  if (amount > part) await creditNote(ctx, tx, { invoice, ...kept, reason });
  return part;
}
