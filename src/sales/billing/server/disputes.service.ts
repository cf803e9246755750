/** Disputes: a card's holder contests a charge at their bank. The bank's decision is read from the provider, not taken from events. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { FoundDispute } from '#sales/providers/providers.rules.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import { type Note, note } from './access.service.ts';
import { answerOf } from './dispute-answers.queries.ts';
import { invoiceById } from './invoices.queries.ts';
import type { PaymentRow } from './invoices.table.ts';
import { tellOperator } from './operator-word.service.ts';
import { changeDispute, insertDispute, lockDispute, openDisputesBefore } from './refunds.queries.ts';
import type { DisputeRow } from './refunds.table.ts';
import { reversePayment } from './reverse.service.ts';
import { lockPaymentWithInvoice } from './settle.service.ts';
import { subscriptionById } from './subscriptions.queries.ts';

/** Hours between two looks at a dispute of which nothing is heard. */
const LOOK_HOURS = 6;

/** Nobody who is not served any more is asked again: such a claim is given up on. */
async function whatThen(ctx: Ctx, row: DisputeRow): Promise<'open' | 'write_off'> {
  const invoice = await invoiceById(ctx.system.read, row.invoiceId);
  if (invoice?.subscriptionId == null) return 'open';
  const subscription = await subscriptionById(ctx.system.read, invoice.subscriptionId);
  return subscription?.endedAt == null ? 'open' : 'write_off';
}

/** The dispute was answered at the provider itself, if no answer from here is on its way. */
async function heardElsewhere(
  ctx: Ctx,
  tx: Db,
  { row, data }: { row: DisputeRow; data: NonNullable<Note['data']> },
): Promise<void> {
  if ((await answerOf(tx, row.id))?.state === 'sending') return;
  await changeDispute(tx, row.id, { answeredAt: new Date(ctx.now()) });
  const { accountId, sellerId, invoiceId, paymentId } = row;
  await note(ctx, tx, { accountId, sellerId, invoiceId, paymentId, kind: 'payment.dispute_sent_elsewhere', data });
}

/**
 * Writes down how a dispute about one of our payments stands; the same word twice is once, and what is decided stays. Returns why it was not
 * taken in: nobody can say what an amount in another currency is of this payment, so a person has to.
 */
export async function takeDispute(
  ctx: Ctx,
  { payment, found }: { payment: PaymentRow; found: FoundDispute },
): Promise<string | null> {
  if (found.amount.currency !== payment.currency) return 'a dispute in another currency than its payment';
  const { accountId, sellerId, invoiceId, id: paymentId } = payment;
  const of = { accountId, sellerId, invoiceId, paymentId };
  const { ref, state, reason } = found;
  const { minor: amount, currency } = found.amount;
  await ctx.system.write(async (tx) => {
    const seen = await lockPaymentWithInvoice(tx, paymentId);
    if (seen === null) return;
    const at = new Date(ctx.now());
    const dueAt = found.dueAt === null ? null : new Date(found.dueAt);
    const isNew = await insertDispute(tx, {
      ...{ id: newId(ctx.now()), ...of, ref, amount, currency, reason, dueAt },
      provider: 'card',
      state: 'open',
      openedAt: new Date(found.at),
      changedAt: at,
    });
    const row = isNew ?? (await lockDispute(tx, ref));
    if (row === null || row.paymentId !== paymentId) return;
    const told = { number: seen.invoice.number ?? '', name: seen.invoice.buyer?.name ?? '' };
    const link = `/all-invoices?tab=payments&payment=${paymentId}`;
    const data = { provider: 'card', amount: Number(amount), currency, failure: reason };
    if (isNew !== null) {
      await note(ctx, tx, { ...of, kind: 'payment.disputed', data });
      await tellOperator(ctx, tx, { sellerId, kind: 'disputeOpened', data: told, link });
    }
    if (found.answered && row.answeredAt === null) await heardElsewhere(ctx, tx, { row, data });
    if (row.state !== 'open' || state === 'open') return changeDispute(tx, row.id, { dueAt, changedAt: at });
    await changeDispute(tx, row.id, { state, closedAt: at, changedAt: at });
    await note(ctx, tx, { ...of, kind: `payment.dispute_${state}`, data });
    if (state === 'won') await tellOperator(ctx, tx, { sellerId, kind: 'disputeWon', data: told, link });
    else {
      const dispute = { id: row.id, amount: row.amount };
      await reversePayment(ctx, tx, { paymentId, reason: 'dispute lost', claim: await whatThen(ctx, row), dispute });
    }
  });
  return null;
}

/** Asks the provider about a dispute by its name. Null: it knows of none. */
export const findDispute = async (ctx: Ctx, ref: string): Promise<FoundDispute | null> =>
  (await cardProvider(ctx)?.fetchDispute(ref)) ?? null;

/** The look at disputes of which nothing was heard for hours. */
export async function reconcileDisputes(ctx: Ctx, paymentOf: (id: string) => Promise<PaymentRow | null>): Promise<void> {
  const failed: unknown[] = [];
  const look = async (row: DisputeRow): Promise<void> => {
    const found = await findDispute(ctx, row.ref);
    const payment = await paymentOf(row.paymentId);
    const trouble = found === null || payment === null ? null : await takeDispute(ctx, { payment, found });
    if (trouble !== null) throw new Error(`${row.ref}: ${trouble}`);
  };
  for (const row of await openDisputesBefore(ctx.system.read, new Date(ctx.now() - LOOK_HOURS * 3_600_000))) {
    await look(row).catch((error: unknown) => void failed.push(error));
    // those behind it have their turn next time
    await ctx.system.write((tx) => changeDispute(tx, row.id, { changedAt: new Date(ctx.now()) }));
  }
  if (failed.length > 0) throw new AggregateError(failed, 'disputes could not be looked at');
}
