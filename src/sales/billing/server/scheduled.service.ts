/**
 * Starts that are still to come: nothing is owed and nothing counts before the day. A transfer is asked for ahead of it, as with renewals, and what
 * is not paid by then waits as any first purchase does (business rules §2).
 */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { periodAt } from '../period.rules.ts';
import { note } from './access.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { claimPeriod } from './claim-period.service.ts';
import { collect } from './collect.service.ts';
import { creditable, creditNote, isGivenBack } from './credit-notes.service.ts';
import { dropClaims } from './drop.service.ts';
import { lockInvoice, settledOf, startClaimOf } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { CARD_HOURS, nextLook, TRANSFER_DAYS, TRANSFER_LEAD_DAYS } from './looks.service.ts';
import { applyPlan, moveSubscription, TAKEN_BACK } from './standing.service.ts';
import { apart, changeSubscription, insertPeriod } from './subscriptions.queries.ts';
import { lookInAnHour } from './tax-waiting.service.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];
const firstOf = (row: SubscriptionRow) =>
  periodAt({ anchor: row.anchorAt.getTime(), every: row.period === 'year' ? 'year' : 'month', zone: row.anchorZone }, 0);

/** Its first period begins. Months for nothing are one period of their own, and the next one is number 0 from their end on. */
async function begin(
  ctx: Ctx,
  tx: Db,
  { row, invoice }: { row: SubscriptionRow; invoice: InvoiceRow | null },
): Promise<SubscriptionRow> {
  const periodEnd = row.freeUntil ?? new Date(firstOf(row).end);
  const periodStart = row.anchorAt;
  const free = row.freeUntil === null ? {} : { anchorAt: row.freeUntil, periodNumber: -1 };
  const begun = { ...row, ...free, state: 'active' as const, periodStart, periodEnd };
  await insertPeriod(tx, { subscriptionId: row.id, startsAt: periodStart, endsAt: periodEnd, invoiceId: invoice?.id ?? null });
  const change = { ...free, periodStart, periodEnd, nextAt: nextLook(begun) };
  return moveSubscription(ctx, tx, { row, to: 'active', reason: 'start reached', change });
}

async function firstClaim(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<InvoiceRow> {
  const { start, end } = firstOf(row);
  return (await startClaimOf(tx, row.id)) ?? (await claimPeriod(ctx, tx, { row, start, end, cause: 'start', at: start }));
}

/** Looks at one that is locked: asks for a transfer ahead of time, and begins it on its day. */
export async function lookAtScheduled(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<void> {
  const start = row.anchorAt.getTime();
  const free = row.payBy === 'none' || row.freeUntil !== null;
  // months for nothing that end are no end that was asked for
  if (row.cancelAtEnd && !free) return callOffOnceDecided(ctx, tx, { row, reason: 'account closed' });
  if (ctx.now() < start) {
    const asks = !free && row.payBy === 'transfer' && ctx.now() >= start - TRANSFER_LEAD_DAYS * dayMs;
    if (asks) await firstClaim(ctx, tx, row);
    const after = await changeSubscription(tx, row.id, { nextAt: asks ? row.anchorAt : nextLook(row) });
    // what it comes to hold is kept for it
    return applyPlan(ctx, tx, after);
  }
  if (free) return void (await begin(ctx, tx, { row, invoice: null }));
  const invoice = await firstClaim(ctx, tx, row);
  if (await isGivenBack(tx, invoice)) return void (await moveSubscription(ctx, tx, { row, to: 'canceled', reason: TAKEN_BACK }));
  if (invoice.state === 'paid') return void (await begin(ctx, tx, { row, invoice }));
  const window = row.payBy === 'transfer' ? TRANSFER_DAYS * dayMs : CARD_HOURS * hourMs;
  const nextAt = new Date(ctx.now() + window);
  const waits = await moveSubscription(ctx, tx, { row, to: 'incomplete', reason: 'start reached', change: { nextAt } });
  if (invoice.state === 'pending_tax') return void (await lookInAnHour(ctx, tx, waits));
  await collect(ctx, tx, { row: waits, invoice });
}

/**
 * Calls off a locked one before its day: what was asked for is void, what was paid goes to the balance. Throws `wrong_state` for any other, and
 * `payment_undecided` while money may be under way.
 */
export async function callOff(
  ctx: Ctx,
  tx: Db,
  { row, reason }: { row: SubscriptionRow; reason: string },
): Promise<SubscriptionRow> {
  if (row.state !== 'scheduled') throw new Failure('wrong_state');
  await dropClaims(ctx, tx, row);
  // over before anything is credited: nothing that is settled by it begins or ends once more
  const over = await moveSubscription(ctx, tx, { row, to: 'canceled', reason });
  for (const seen of await settledOf(tx, row.id)) {
    const invoice = await lockInvoice(tx, seen.id);
    const amount = invoice === null ? 0n : await creditable(tx, invoice);
    if (invoice !== null && amount > 0n) await creditNote(ctx, tx, { invoice, amount, reason: 'canceled' });
  }
  return over;
}

/** The same for a closed account: while money may be under way, it is looked at again every hour, and called off when that is decided. */
export async function callOffOnceDecided(ctx: Ctx, tx: Db, of: { row: SubscriptionRow; reason: string }): Promise<void> {
  const { row, reason } = of;
  try {
    await apart(tx, () => callOff(ctx, tx, of));
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'payment_undecided') throw error;
    const { id, accountId, sellerId } = await lookInAnHour(ctx, tx, row);
    if (row.cancelAtEnd) return;
    await changeSubscription(tx, id, { cancelAtEnd: true });
    await note(ctx, tx, { accountId, sellerId, subscriptionId: id, kind: 'subscription.cancel_asked', reason });
  }
}
