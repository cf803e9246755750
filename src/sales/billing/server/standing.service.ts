/** The state of a subscription, and what its account may hold by it. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { holdPlan } from '#core/accounts/server/plan.service.ts';
import { allowedBy, findSold, giveBackCoupon } from '#sales/plans/server/sold.service.ts';
import type { SubscriptionState } from '../billing.contract.ts';
import { note } from './access.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { changeSubscription, type SubscriptionChange } from './subscriptions.queries.ts';

/** Why a subscription ended that nobody paid for. */
export const NOT_PAID = 'not paid';
/** States in which the plan counts. */
const counting: readonly SubscriptionState[] = ['trialing', 'active', 'past_due', 'restricted', 'paused'];
/** Of these, what runs goes on and nothing new starts. */
const still: readonly SubscriptionState[] = ['restricted', 'paused'];

/** Gives the account what its plan allows now, or takes it back. */
export async function applyPlan(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<void> {
  if (row.kind !== 'base') return;
  const { accountId } = row;
  if (!counting.includes(row.state)) return holdPlan(ctx, tx, { accountId, plan: null, service: 'full' });
  const { planId, version, currency, period, seats } = row;
  const sold = await findSold(tx, { planId, version, currency, period });
  if (sold === null) throw new Error('what was sold is gone');
  await holdPlan(ctx, tx, {
    accountId,
    plan: allowedBy(sold, seats),
    service: still.includes(row.state) ? 'restricted' : 'full',
  });
}

const over: readonly SubscriptionState[] = ['incomplete_expired', 'canceled'];
export type Move = { row: SubscriptionRow; to: SubscriptionState; reason?: string; change?: SubscriptionChange };
/** Brings a locked subscription into another state, with what its account may hold. The database refuses a step that is impossible. */
export async function moveSubscription(ctx: Ctx, tx: Db, { row, to, reason, change = {} }: Move): Promise<SubscriptionRow> {
  const at = new Date(ctx.now());
  const ends = over.includes(to);
  const after = await changeSubscription(tx, row.id, {
    ...change,
    state: to,
    ...(to === row.state ? {} : { stateSince: at }),
    ...(ends ? { endedAt: at, nextAt: null, pending: null, changing: null, pausedUntil: null } : {}),
  });
  if (to !== row.state)
    await note(ctx, tx, {
      accountId: row.accountId,
      sellerId: row.sellerId,
      subscriptionId: row.id,
      kind: `subscription.${to}`,
      fromState: row.state,
      toState: to,
      ...(reason === undefined ? {} : { reason }),
    });
  // whoever was given up on does not get more than whoever pays late: nothing new starts before something is bought again
  if (to === 'canceled' && reason === NOT_PAID)
    await holdPlan(ctx, tx, { accountId: row.accountId, plan: null, service: 'restricted' });
  else await applyPlan(ctx, tx, after);
  if (to === 'incomplete_expired' && row.couponId !== null) await giveBackCoupon(tx, row.couponId);
  return after;
}
