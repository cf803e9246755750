/** What a seller does with a subscription: each with a reason, recorded for both sides. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed } from '#kit/contract.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { recordForBoth } from '#core/audit/server/audit.service.ts';
import { findSold } from '#sales/plans/server/sold.service.ts';
import type { allSubscriptionsCalls, SubscriptionDetail } from '../all-subscriptions.contract.ts';
import { daysLater } from '../days.rules.ts';
import { periodAt } from '../period.rules.ts';
import { moneyKeeperOf, mustSellTo, note, sellerKeeperOf } from './access.service.ts';
import { get } from './all-subscriptions.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { creditNote } from './credit-notes.service.ts';
import { dropFirst, dropNext, voidClaim } from './drop.service.ts';
import { claimFirst } from './claim-period.service.ts';
import { lockInvoice, settledOf } from './invoices.queries.ts';
import { post } from './journal.service.ts';
import { lookBy, nextLook } from './looks.service.ts';
import { letGoOf } from './pay.service.ts';
import { holdBalance, insertBalance } from './payments.queries.ts';
import { profileOf } from './parties.queries.ts';
import { dropPending } from './tax-waiting.service.ts';
import { findSellerZone } from './seller-facts.service.ts';
import { callOff } from './scheduled.service.ts';
import { moveSubscription } from './standing.service.ts';
import {
  changeSubscription,
  insertPeriod,
  insertSubscription,
  liveBaseOf,
  lockSubscription,
  movePeriodEnd,
  subscriptionById,
} from './subscriptions.queries.ts';
import { zoneOf } from './trial.service.ts';
import { withoutChange } from './unbought.service.ts';
import { isDropped, unusedOf } from './unused.service.ts';

type Calls = typeof allSubscriptionsCalls;
type Act<C extends keyof Calls> = { id: string; body: Parsed<Calls[C]> extends { body: infer B } ? B : never };
type Did = { row: SubscriptionRow; action: string; reason: string; data?: Record<string, string | number> };

/** Writes an act down for both sides. */
export const tell = async (ctx: Ctx, tx: Db, { row, action, reason, data = {} }: Did): Promise<void> => {
  const { accountId, sellerId, id } = row;
  await note(ctx, tx, { accountId, sellerId, subscriptionId: id, kind: `subscription.${action}`, reason, data });
  await recordForBoth(ctx, tx, {
    action: `billing.${action.replaceAll('_', '-')}`,
    subjectKind: 'subscription',
    subjectId: id,
    accountId,
    data: { reason, ...data },
  });
  await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'billing' });
};

/** The subscription, locked and as it was looked at. Throws `not_found`, `changed_meanwhile`. */
export async function lockSoldSubscription(
  tx: Db,
  of: { actor: UserActor; id: string; revision: number | null },
): Promise<SubscriptionRow> {
  const row = await lockSubscription(tx, of.id);
  if (row === null || row.sellerId !== of.actor.accountId) throw notFound();
  if (of.revision !== null && row.revision !== of.revision)
    throw new Failure('changed_meanwhile', { data: { revision: row.revision } });
  return row;
}

/**
 * What was asked for, not paid and not begun is void; of what was begun the days that were had stay due, and those to come are credited. With
 * `unused`, what was paid for days to come goes to the balance.
 */
async function settleUp(
  ctx: Ctx,
  tx: Db,
  { row, credit }: { row: SubscriptionRow; credit: 'unused' | 'nothing' },
): Promise<void> {
  await dropPending(ctx, tx, row);
  for (const seen of await settledOf(tx, row.id)) {
    const invoice = await lockInvoice(tx, seen.id);
    if (invoice === null) continue;
    const { amount, lines } = await unusedOf(tx, { row, invoice, now: ctx.now() });
    const dropped = await isDropped(ctx, tx, { id: row.id, invoice, amount });
    if (dropped && (await voidClaim(ctx, tx, { invoice, reason: 'canceled' }))) continue;
    const unpaid = invoice.state === 'open' ? invoice.remaining : 0n;
    const back = credit === 'unused' || amount < unpaid ? amount : unpaid;
    const what = lines === undefined || back < amount ? { amount: back } : { lines };
    if (back > 0n) await creditNote(ctx, tx, { invoice, ...what, reason: 'canceled' });
  }
}

/** Ends it now. Throws `wrong_state` for what is over, `payment_undecided` while a card may still be charged. */
export async function cancelNow(ctx: Ctx, { id, body }: Act<'cancel'>): Promise<SubscriptionDetail> {
  const actor = sellerKeeperOf(ctx);
  const seen = await subscriptionById(ctx.system.read, id);
  if (seen === null || seen.sellerId !== actor.accountId) throw notFound();
  await letGoOf(ctx, id);
  await ctx.system.write(async (tx) => {
    const row = await lockSoldSubscription(tx, { actor, id, revision: null });
    // letting go of a card may have moved it on; anything else is somebody's change
    if (row.revision !== body.revision && seen.revision !== body.revision)
      throw new Failure('changed_meanwhile', { data: { revision: row.revision } });
    if (row.endedAt !== null) throw new Failure('wrong_state');
    if (row.state === 'scheduled') {
      const over = await callOff(ctx, tx, { row, reason: body.reason });
      return tell(ctx, tx, { row: over, action: 'canceled_by_seller', reason: body.reason, data: { credit: body.credit } });
    }
    const asked = await withoutChange(ctx, tx, { row, reason: 'canceled' });
    const over = await moveSubscription(ctx, tx, { row: asked, to: 'canceled', reason: body.reason });
    await settleUp(ctx, tx, { row: over, credit: body.credit });
    await tell(ctx, tx, { row: over, action: 'canceled_by_seller', reason: body.reason, data: { credit: body.credit } });
  });
  return get(ctx, id);
}

type New = Pick<SubscriptionRow, 'accountId' | 'sellerId' | 'planId' | 'version' | 'currency' | 'period' | 'seats' | 'payBy'> & {
  addons?: SubscriptionRow['addons'];
  previousId: string | null;
  state: 'incomplete' | 'active';
};
async function begin(ctx: Ctx, tx: Db, of: New): Promise<SubscriptionRow> {
  if ((await liveBaseOf(tx, of.accountId)) !== null) throw new Failure('already_subscribed');
  const at = new Date(ctx.now());
  const zone = await findSellerZone(tx, of.sellerId);
  const first = periodAt({ anchor: ctx.now(), every: of.period === 'year' ? 'year' : 'month', zone }, 0);
  const running = of.state === 'active' ? { periodStart: at, periodEnd: new Date(first.end) } : {};
  const fixed = {
    id: newId(ctx.now()),
    kind: 'base' as const,
    anchorAt: at,
    anchorZone: zone,
    periodNumber: 0,
    cancelAtEnd: false,
    stateSince: at,
    revision: 1,
  };
  const row = await insertSubscription(tx, { ...of, ...fixed, ...running, createdAt: at });
  if (of.state === 'active')
    await insertPeriod(tx, { subscriptionId: row.id, startsAt: at, endsAt: new Date(first.end), invoiceId: null });
  const { accountId, sellerId } = row;
  await note(ctx, tx, { accountId, sellerId, subscriptionId: row.id, kind: `subscription.${of.state}`, toState: of.state });
  return moveSubscription(ctx, tx, { row, to: of.state, change: { nextAt: nextLook(row) } });
}

/** Takes back an end that was asked for; what is over begins again, to be paid by transfer. Returns the one that counts then. */
export async function restart(ctx: Ctx, { id, body }: Act<'restart'>): Promise<SubscriptionDetail> {
  const actor = moneyKeeperOf(ctx);
  const next = await ctx.system.write(async (tx) => {
    const row = await lockSoldSubscription(tx, { actor, id, revision: body.revision });
    if (row.endedAt === null) {
      if (!row.cancelAtEnd) throw new Failure('wrong_state');
      const after = { ...row, cancelAtEnd: false };
      await changeSubscription(tx, id, { cancelAtEnd: false, nextAt: lookBy(row, after) });
      await tell(ctx, tx, { row, action: 'restarted', reason: body.reason });
      return id;
    }
    if (row.state !== 'canceled' || row.kind !== 'base') throw new Failure('wrong_state');
    const { accountId, sellerId, planId, version, currency, period, seats, addons } = row;
    await mustSellTo(tx, accountId);
    if ((await findSold(tx, { planId, version, currency, period })) === null) throw new Failure('offer_gone');
    if ((await profileOf(tx, accountId)) === null) throw new Failure('profile_missing');
    const again = await begin(ctx, tx, {
      ...{ accountId, sellerId, planId, version, currency, period, seats, addons, previousId: id },
      payBy: 'transfer',
      state: 'incomplete',
    });
    const span = periodAt({ anchor: ctx.now(), every: period === 'year' ? 'year' : 'month', zone: again.anchorZone }, 0);
    await claimFirst(ctx, tx, { row: again, start: span.start, end: span.end });
    await tell(ctx, tx, { row: again, action: 'restarted', reason: body.reason });
    return again.id;
  });
  return get(ctx, next);
}

const dayMs = 86_400_000;
/**
 * Makes a trial or the present period longer. Throws `next_paid` when the next one is paid already, `payment_undecided` while the first claim of a
 * trial may still be paid. A vendor owes the days on top as those before them, and no trial is its to make longer: `wrong_state`.
 */
export async function extend(ctx: Ctx, { id, body }: Act<'extend'>): Promise<SubscriptionDetail> {
  const actor = sellerKeeperOf(ctx);
  const { days, reason, revision } = body;
  const asked = await subscriptionById(ctx.system.read, id);
  // a card may still pay what a trial ended with
  if (asked?.sellerId === actor.accountId && asked.state === 'trialing' && actor.accountKind === 'operator')
    await letGoOf(ctx, id);
  await ctx.system.write(async (tx) => {
    const seen = await lockSoldSubscription(tx, { actor, id, revision });
    const { trialEnd } = seen;
    // how long anybody tries a plan for nothing is the operator's to say
    if (seen.state === 'trialing' && actor.accountKind === 'vendor') throw new Failure('wrong_state');
    if (seen.state === 'trialing' && trialEnd !== null) {
      // what was asked for at its end is asked for at the new one
      if (!(await dropFirst(ctx, tx, seen)).none) throw new Failure('payment_undecided');
      const end = new Date(daysLater(trialEnd.getTime(), days, await zoneOf(tx, seen.accountId)));
      await changeSubscription(tx, id, { trialEnd: end, anchorAt: end, nextAt: end });
    } else {
      if (seen.state !== 'active' || seen.periodEnd === null || seen.periodStart === null) throw new Failure('wrong_state');
      const { row, none } = await dropNext(ctx, tx, seen);
      if (!none) throw new Failure('next_paid');
      const periodEnd = new Date(seen.periodEnd.getTime() + days * dayMs);
      await movePeriodEnd(tx, { subscriptionId: id, startsAt: seen.periodStart, endsAt: periodEnd });
      // the next period is number 0 from the new end on
      const moved = { ...row, periodEnd, anchorAt: periodEnd, periodNumber: -1 };
      const free = seen.freeUntil === null ? {} : { freeUntil: periodEnd };
      const nextAt = lookBy(seen, { ...moved, ...free });
      await changeSubscription(tx, id, { periodEnd, anchorAt: periodEnd, periodNumber: -1, nextAt, ...free });
    }
    await tell(ctx, tx, { row: seen, action: 'extended', reason, data: { days } });
  });
  return get(ctx, id);
}

/** Something to the account's balance, at the seller's own cost. */
export async function credit(ctx: Ctx, { id, body }: Act<'credit'>): Promise<SubscriptionDetail> {
  const actor = moneyKeeperOf(ctx);
  const { amount, reason } = body;
  await ctx.system.write(async (tx) => {
    const row = await lockSoldSubscription(tx, { actor, id, revision: null });
    const { accountId, sellerId, currency } = row;
    await holdBalance(tx, accountId);
    const given = BigInt(amount);
    await insertBalance(tx, {
      id: newId(ctx.now()),
      accountId,
      sellerId,
      currency,
      amount: given,
      cause: 'given',
      reason,
      at: new Date(ctx.now()),
    });
    const moves = [
      { ledger: 'loss' as const, amount: given },
      { ledger: 'balance' as const, amount: -given },
    ];
    await post(ctx, tx, { cause: 'balance', sellerId, accountId, currency, moves });
    await tell(ctx, tx, { row, action: 'credit_given', reason, data: { amount, currency } });
  });
  return get(ctx, id);
}
