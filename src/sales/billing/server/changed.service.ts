/** A change of plan, seats or rhythm begins to count. The subscription is locked by then. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { periodAt } from '../period.rules.ts';
import { note } from './access.service.ts';
import type { Pending, SubscriptionRow } from './billing.table.ts';
import { moveSubscription } from './standing.service.ts';
import { cutPeriod, insertPeriod, movePeriodEnd, type SubscriptionChange } from './subscriptions.queries.ts';

/** `at`: epoch milliseconds from which it was reckoned; `invoiceId`: of the claim that paid it, where there was one. */
export type Change = Pending & { at: number; invoiceId: string | null };

/** Another rhythm begins a period of its own where the old one was left. */
async function restart(tx: Db, row: SubscriptionRow, change: Change): Promise<SubscriptionChange> {
  if (change.period === row.period || row.periodStart === null) return {};
  const first = periodAt({ anchor: change.at, every: change.period }, 0);
  const [periodStart, periodEnd] = [new Date(first.start), new Date(first.end)];
  const kept = await cutPeriod(tx, { subscriptionId: row.id, startsAt: row.periodStart, endsAt: periodStart });
  if (kept)
    await insertPeriod(tx, { subscriptionId: row.id, startsAt: periodStart, endsAt: periodEnd, invoiceId: change.invoiceId });
  else await movePeriodEnd(tx, { subscriptionId: row.id, startsAt: row.periodStart, endsAt: periodEnd });
  return {
    anchorAt: periodStart,
    periodNumber: 0,
    periodStart,
    periodEnd,
    ...(row.couponLeft === null || row.couponLeft === 0 ? {} : { couponLeft: row.couponLeft - 1 }),
  };
}

/** Makes it count, with what the account may hold by it. What was put off before is replaced by it. */
export async function applyChange(
  ctx: Ctx,
  tx: Db,
  { row, change }: { row: SubscriptionRow; change: Change },
): Promise<SubscriptionRow> {
  const { planId, version, period, seats } = change;
  await note(ctx, tx, {
    accountId: row.accountId,
    sellerId: row.sellerId,
    subscriptionId: row.id,
    ...(change.invoiceId === null ? {} : { invoiceId: change.invoiceId }),
    kind: 'subscription.changed',
    data: { plan: planId, version, period, seats, fromPlan: row.planId, fromSeats: row.seats },
  });
  return moveSubscription(ctx, tx, {
    row,
    to: row.state,
    change: {
      planId,
      version,
      period,
      seats,
      pending: null,
      changing: null,
      ...(await restart(tx, row, change)),
      // the engine finds out what comes next
      nextAt: row.state === 'trialing' ? row.trialEnd : new Date(ctx.now()),
    },
  });
}
