/** The life of an event pass: it begins when it is paid and its time has come, and ends by itself. The subscription is locked by then. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findSold } from '#sales/plans/server/sold.service.ts';
import { windowOf } from '../passes.rules.ts';
import type { SubscriptionRow } from './billing.table.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { applyPasses, moveSubscription } from './standing.service.ts';
import { changeSubscription, insertPeriod } from './subscriptions.queries.ts';

/** Its claim is paid. Money that comes for one that is over changes nothing here. */
export async function beginPass(
  ctx: Ctx,
  tx: Db,
  { row, invoice }: { row: SubscriptionRow; invoice: InvoiceRow },
): Promise<void> {
  if (row.state !== 'incomplete') return;
  const sold = await findSold(tx, row);
  if (sold === null || sold.version.hours === null) throw new Error('what was sold is gone');
  const found = windowOf({ wished: row.anchorAt.getTime(), paidAt: ctx.now(), hours: sold.version.hours });
  const [periodStart, periodEnd] = [new Date(found.start), new Date(found.end)];
  await insertPeriod(tx, { subscriptionId: row.id, startsAt: periodStart, endsAt: periodEnd, invoiceId: invoice.id });
  const nextAt = found.start > ctx.now() ? periodStart : periodEnd;
  await moveSubscription(ctx, tx, { row, to: 'active', change: { anchorAt: periodStart, periodStart, periodEnd, nextAt } });
}

/** What the calendar does to one that is paid: its time has come, or is over. Meetings that run go on; only new ones are fewer. */
export async function lookAtPass(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<void> {
  const { periodStart, periodEnd } = row;
  if (row.state !== 'active' || periodStart === null || periodEnd === null)
    return void (await changeSubscription(tx, row.id, { nextAt: null }));
  if (periodEnd.getTime() <= ctx.now())
    return void (await moveSubscription(ctx, tx, { row, to: 'canceled', reason: 'window over' }));
  await changeSubscription(tx, row.id, { nextAt: periodStart.getTime() > ctx.now() ? periodStart : periodEnd });
  await applyPasses(ctx, tx, row.accountId);
}

/** Its money went back, or its claim was taken back: what it gave ends at once. */
export async function takeBackPass(ctx: Ctx, tx: Db, { row, reason }: { row: SubscriptionRow; reason: string }): Promise<void> {
  if (row.endedAt === null) await moveSubscription(ctx, tx, { row, to: 'canceled', reason });
}
