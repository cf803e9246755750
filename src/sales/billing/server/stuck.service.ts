/** What the engine could not bring on. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findSold } from '#sales/plans/server/sold.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { moveSubscription } from './standing.service.ts';
import { changeSubscription } from './subscriptions.queries.ts';

const dayMs = 86_400_000;
/** Days after which nobody waits any longer for what a claim needs. */
export const STUCK_DAYS = 3;

/** Tries again in an hour. After days without a claim the subscription is past due all the same. */
export async function putOff(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<void> {
  const nextAt = new Date(ctx.now() + 3_600_000);
  await changeSubscription(tx, row.id, { nextAt });
  const since = row.state === 'trialing' ? row.trialEnd : row.state === 'active' ? row.periodEnd : null;
  if (since === null || since.getTime() + STUCK_DAYS * dayMs > ctx.now()) return;
  const { planId, version, currency, period } = row;
  // what an account may hold by a plan that is gone, nobody knows: a person has to look
  if ((await findSold(tx, { planId, version, currency, period })) === null) return;
  await moveSubscription(ctx, tx, { row, to: 'past_due', reason: 'no claim', change: { nextAt } });
}
