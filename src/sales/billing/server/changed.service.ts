/** A change of plan, seats or rhythm begins to count. The subscription is locked by then. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { periodAt } from '../period.rules.ts';
import { note } from './access.service.ts';
import type { GivenBack, Pending, SubscriptionRow } from './billing.table.ts';
import { moveSubscription } from './standing.service.ts';
import { heldText } from './addons.service.ts';
import { cutPeriod, insertPeriod, movePeriodEnd, type SubscriptionChange } from './subscriptions.queries.ts';

/** Writes the credit notes that changes owe. */
export const GIVE_BACK_JOB = 'billing.give-back';
/**
 * `at`: epoch milliseconds from which it was priced; `invoiceId`: of the claim that paid it, where there was one. `back`: what goes back by a
 * credit note of its own.
 */
export type Change = Pending & { at: number; invoiceId: string | null; back?: GivenBack };

/** Another rhythm begins a period of its own where the old one was left. */
async function restart(tx: Db, row: SubscriptionRow, change: Change): Promise<SubscriptionChange> {
  if (change.period === row.period || row.periodStart === null) return {};
  const first = periodAt({ anchor: change.at, every: change.period, zone: row.anchorZone }, 0);
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

type HeldPlan = Pick<SubscriptionRow, 'planId' | 'version' | 'period' | 'seats' | 'addons'>;
/**
 * Records what replaces the row's plan from an instant on: the history from which others compute, such as what a reseller owes. `at`: epoch
 * milliseconds.
 */
export async function noteChange(
  ctx: Ctx,
  tx: Db,
  { row, to, at, invoiceId }: { row: SubscriptionRow; to: HeldPlan; at: number; invoiceId: string | null },
): Promise<void> {
  await note(ctx, tx, {
    accountId: row.accountId,
    sellerId: row.sellerId,
    subscriptionId: row.id,
    ...(invoiceId === null ? {} : { invoiceId }),
    kind: 'subscription.changed',
    data: {
      ...{ plan: to.planId, version: to.version, period: to.period, seats: to.seats, addons: to.addons.length },
      ...{ fromPlan: row.planId, fromVersion: row.version, fromPeriod: row.period, fromSeats: row.seats },
      ...{ held: heldText(to.addons), fromHeld: heldText(row.addons) },
      // calculations based on it use the same instant and the same period
      ...{ at, fromEnd: row.periodEnd?.getTime() ?? null },
    },
  });
}

/** Makes it count, with what the account may hold by it. What was put off before is replaced by it. */
export async function applyChange(
  ctx: Ctx,
  tx: Db,
  { row, change }: { row: SubscriptionRow; change: Change },
): Promise<SubscriptionRow> {
  const { planId, version, period, seats, addons = row.addons } = change;
  const { at, invoiceId, back } = change;
  await noteChange(ctx, tx, { row, to: { planId, version, period, seats, addons }, at, invoiceId });
  if (back !== undefined) await ctx.jobs.enqueue(tx, { job: GIVE_BACK_JOB, payload: { id: row.id } });
  return moveSubscription(ctx, tx, {
    row,
    to: row.state,
    change: {
      ...(back === undefined ? {} : { givesBack: [...row.givesBack, back] }),
      planId,
      version,
      period,
      seats,
      addons,
      pending: null,
      changing: null,
      ...(await restart(tx, row, change)),
      // the engine finds out what comes next
      nextAt: row.state === 'trialing' ? row.trialEnd : new Date(ctx.now()),
    },
  });
}
