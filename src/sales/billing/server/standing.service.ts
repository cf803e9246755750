/** The state of a subscription, and what its account may hold by it. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { type Entitlements, raisedBy } from '#core/accounts/accounts.rules.ts';
import { holdPlan, raiseLimits } from '#core/accounts/server/plan.service.ts';
import { findSold, giveBackCoupon } from '#sales/plans/server/sold.service.ts';
import type { SubscriptionState } from '../billing.contract.ts';
import { note } from './access.service.ts';
import { addonsSold, allowedWith } from './addons.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { anyOwedOf, owes } from './debts.queries.ts';
import { passesCounting } from './passes.queries.ts';
import { changeSubscription, liveBaseOf, type SubscriptionChange } from './subscriptions.queries.ts';

/** Why a subscription ended that nobody paid for. */
export const NOT_PAID = 'not paid';
/** Why one ended whose first claim nobody has to pay any more. */
export const TAKEN_BACK = 'claim taken back';
/** States in which the plan counts. */
const counting: readonly SubscriptionState[] = ['trialing', 'active', 'past_due', 'restricted', 'paused'];
/** Of these, what runs goes on and nothing new starts. */
const still: readonly SubscriptionState[] = ['restricted', 'paused'];

/** What the plan of a row allows, with its add-ons. */
async function allowedBy(
  tx: Db,
  { planId, version, currency, period, seats, addons }: SubscriptionRow,
): Promise<Partial<Entitlements>> {
  const sold = await findSold(tx, { planId, version, currency, period });
  if (sold === null) throw new Error('what was sold is gone');
  return allowedWith(sold, seats, await addonsSold(tx, addons, { currency, period }));
}
/** What the account comes to hold on a day that is sold already. */
async function comingOf(tx: Db, accountId: string): Promise<Partial<Entitlements> | null> {
  const live = await liveBaseOf(tx, accountId);
  return live?.state === 'scheduled' ? allowedBy(tx, live) : null;
}

/** No plan counts. Accounts with debts for one start nothing new; an unfinished purchase raises no limits. */
async function withoutPlan(ctx: Ctx, tx: Db, { accountId, state }: Pick<SubscriptionRow, 'accountId' | 'state'>): Promise<void> {
  const held = state === 'canceled' ? 'full' : 'as it is';
  const service = (await owes(tx, { accountId, now: new Date(ctx.now()) })) ? 'restricted' : held;
  await holdPlan(ctx, tx, { accountId, plan: null, coming: await comingOf(tx, accountId), service });
}

/** What an account may go on with by what it owes for plans that are over; one whose plan counts has what that allows. */
export async function applyDebts(ctx: Ctx, tx: Db, accountId: string): Promise<void> {
  const live = await liveBaseOf(tx, accountId);
  if (live === null || !counting.includes(live.state)) await withoutPlan(ctx, tx, { accountId, state: 'canceled' });
}

/** Gives the account what its plan with its add-ons allows now, or takes it back. */
export async function applyPlan(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<void> {
  if (row.kind !== 'base') return;
  const { accountId } = row;
  if (!counting.includes(row.state)) return withoutPlan(ctx, tx, row);
  await holdPlan(ctx, tx, {
    accountId,
    plan: await allowedBy(tx, row),
    service: still.includes(row.state) ? 'restricted' : 'full',
  });
}

/** Gives the account what its passes add at this moment; one that is over, or did not begin, adds nothing. */
export async function applyPasses(ctx: Ctx, tx: Db, accountId: string): Promise<void> {
  let raised: Partial<Entitlements> = {};
  for (const row of await passesCounting(tx, { accountId, at: new Date(ctx.now()) })) {
    const sold = await findSold(tx, row);
    if (sold === null) throw new Error('what was sold is gone');
    raised = raisedBy(raised, sold.version.entitlements);
  }
  await raiseLimits(ctx, tx, { accountId, raised });
  // what a reseller's pool had not for the plan beside a pass may be free when the pass is over
  const base = await liveBaseOf(tx, accountId);
  if (base !== null && counting.includes(base.state)) await applyPlan(ctx, tx, base);
}

const over: readonly SubscriptionState[] = ['incomplete_expired', 'canceled'];
export type Move = { row: SubscriptionRow; to: SubscriptionState; reason?: string; change?: SubscriptionChange };
/** Brings a locked subscription into another state, with what its account may hold. The database refuses a step that is impossible. */
export async function moveSubscription(ctx: Ctx, tx: Db, { row, to, reason, change = {} }: Move): Promise<SubscriptionRow> {
  const at = new Date(ctx.now());
  const ends = over.includes(to);
  // what is owed for it is asked for after its end too
  const owed = to === 'canceled' && (await anyOwedOf(tx, row.id));
  const after = await changeSubscription(tx, row.id, {
    ...change,
    state: to,
    ...(to === row.state ? {} : { stateSince: at }),
    ...(ends ? { endedAt: at, nextAt: owed ? at : null, pending: null, changing: null, pausedUntil: null } : {}),
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
  // unpaid customers do not get more than late payers: nothing new starts before something is bought again
  if (row.kind === 'pass') await applyPasses(ctx, tx, row.accountId);
  else if (to === 'canceled' && reason === NOT_PAID)
    await holdPlan(ctx, tx, { accountId: row.accountId, plan: null, service: 'restricted' });
  else await applyPlan(ctx, tx, after);
  // what never began used no coupon; after the account, because a purchase locks them in this order
  const unused = to === 'incomplete_expired' || (to === 'canceled' && row.state === 'scheduled');
  if (unused && row.couponId !== null) await giveBackCoupon(tx, row.couponId);
  return after;
}
