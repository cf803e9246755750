/**
 * The engine: what the calendar does to subscriptions. Each is looked at when its time has come, in batches that several workers share without
 * waiting for each other; a missed month is caught up period by period, in order (business rules §2, §3).
 */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { holdAccounts } from '#core/accounts/server/accounts.service.ts';
import { periodAt } from '../period.rules.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { sameHeld } from './addons.service.ts';
import { noteChange } from './changed.service.ts';
import { endOfAccount } from './ending.service.ts';
import { claimPeriod } from './claim-period.service.ts';
import { collect } from './collect.service.ts';
import { isGivenBack } from './credit-notes.service.ts';
import { askToLetGo, dun, dunEnded, mayStillPay } from './dunning.service.ts';
import { dunnedClaim } from './dunning-ask.service.ts';
import { heldNext } from './held-next.service.ts';
import { withoutLapsed } from './lapsed.service.ts';
import { nextClaimAt } from './looks.service.ts';
import { withMove } from './migrate-version.service.ts';
import { findNextClaim } from './invoices.queries.ts';
import { mayCharge } from './pay.service.ts';
import { waitsForRest } from './paid-in-part.service.ts';
import { methodsOf } from './parties.queries.ts';
import { lookAtPass } from './pass-life.service.ts';
import { announce } from './notices.service.ts';
import { lookAtScheduled } from './scheduled.service.ts';
import { moveSubscription, TAKEN_BACK } from './standing.service.ts';
import { putOff } from './stuck.service.ts';
import { dropPending, lookInAnHour } from './tax-waiting.service.ts';
import { isOnTrust } from './on-trust.service.ts';
import { pendingOf } from './tax-waiting.queries.ts';
import { endBegun, tellGivenBack, withoutChange } from './unbought.service.ts';
import { apart, changeSubscription, claimDue, insertPeriod, wasClaimed } from './subscriptions.queries.ts';

/** How many are claimed at once: few enough that a purchase does not wait long for the number of its invoice. */
export const BATCH = 25;

/** The trial is over: the first claim is written. Without a way to pay the subscription pauses, and keeps everything. */
async function endTrial(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<void> {
  // asked for already: an answer is waited for, or the steps go on without one
  if ((await dunnedClaim(tx, row)) !== null) return dun(ctx, tx, row);
  if (row.cancelAtEnd) {
    await dropPending(ctx, tx, row);
    return void (await moveSubscription(ctx, tx, { row, to: 'canceled', reason: 'asked' }));
  }
  if (row.state === 'trialing' && row.payBy === 'card' && !(mayCharge(ctx) && (await methodsOf(tx, row.accountId)).length > 0))
    return void (await moveSubscription(ctx, tx, { row, to: 'paused', reason: 'no method', change: { nextAt: null } }));
  const start = row.trialEnd?.getTime() ?? ctx.now();
  const { end } = periodAt({ anchor: start, every: row.period === 'year' ? 'year' : 'month', zone: row.anchorZone }, 0);
  // set before the claim: one that asks for nothing begins the first period at once
  await changeSubscription(tx, row.id, { nextAt: null });
  const invoice = await claimPeriod(ctx, tx, { row, start, end, cause: 'start', at: ctx.now() });
  if (await isGivenBack(tx, invoice)) return void (await moveSubscription(ctx, tx, { row, to: 'canceled', reason: TAKEN_BACK }));
  if (invoice.state === 'pending_tax') return void (await lookInAnHour(ctx, tx, row));
  await collect(ctx, tx, { row, invoice });
  if (invoice.state !== 'open') return;
  const asked =
    row.payBy === 'card' && row.state === 'trialing'
      ? row
      : await moveSubscription(ctx, tx, { row, to: 'past_due', reason: 'trial over' });
  await dun(ctx, tx, asked);
}

/** The next period has begun: it is the present one from now on. */
async function turn(
  ctx: Ctx,
  tx: Db,
  { row, next }: { row: SubscriptionRow; next: { start: number; end: number; index: number } },
): Promise<SubscriptionRow> {
  // given for nothing: its periods go on without a claim
  const invoice = row.payBy === 'none' ? null : await claimPeriod(ctx, tx, { row, ...next, cause: 'period', at: next.start });
  await insertPeriod(tx, {
    subscriptionId: row.id,
    startsAt: new Date(next.start),
    endsAt: new Date(next.end),
    invoiceId: invoice?.id ?? null,
  });
  const held = heldNext(row);
  // what was put off counts from here on
  // one without a number may go again
  const numbered = invoice?.finalizedAt == null ? null : invoice.id;
  if (!sameHeld(row, held)) await noteChange(ctx, tx, { row, to: held, at: next.start, invoiceId: numbered });
  const after = await moveSubscription(ctx, tx, {
    row,
    to: row.state,
    change: {
      planId: held.planId,
      version: held.version,
      period: held.period,
      seats: held.seats,
      addons: held.addons,
      pending: null,
      freeUntil: null,
      periodNumber: next.index,
      periodStart: new Date(next.start),
      periodEnd: new Date(next.end),
    },
  });
  if (invoice !== null) await collect(ctx, tx, { row: after, invoice });
  return after;
}

/** Where the periods are counted from: a change of rhythm restarts the count with the next one. */
function nextPeriod(row: SubscriptionRow, end: number): { start: number; end: number; index: number; anchor: number } {
  const every = heldNext(row).period === 'year' ? 'year' : 'month';
  const zone = row.anchorZone;
  if (every !== row.period) return { ...periodAt({ anchor: end, every, zone }, 0), anchor: end };
  const anchor = row.anchorAt.getTime();
  return { ...periodAt({ anchor, every, zone }, row.periodNumber + 1), anchor };
}

/** What was paused goes on with a period of its own, from `at` (epoch milliseconds) on; its claim is written at once. */
export async function resumePaused(ctx: Ctx, tx: Db, { row, at }: { row: SubscriptionRow; at: number }): Promise<void> {
  const active = await moveSubscription(ctx, tx, { row, to: 'active', reason: 'pause over', change: { pausedUntil: null } });
  const held = heldNext(row);
  const first = periodAt({ anchor: at, every: held.period === 'year' ? 'year' : 'month', zone: row.anchorZone }, 0);
  const anchored = await changeSubscription(tx, active.id, { anchorAt: new Date(at) });
  await renew(ctx, tx, await turn(ctx, tx, { row: anchored, next: first }));
}

/** Use before the pause is claimed during it; then the subscription goes on. */
async function lookAtPaused(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<void> {
  const { pausedUntil } = row;
  if (row.cancelAtEnd) return endOfAccount(ctx, tx, { row, reason: 'account closed' });
  if (row.periodStart === null || pausedUntil === null) return void (await changeSubscription(tx, row.id, { nextAt: null }));
  return pausedUntil.getTime() <= ctx.now() ? resumePaused(ctx, tx, { row, at: pausedUntil.getTime() }) : dun(ctx, tx, row);
}

async function renew(ctx: Ctx, tx: Db, first: SubscriptionRow): Promise<void> {
  let row = first;
  for (;;) {
    row = await withMove(ctx, tx, row);
    const end = row.periodEnd?.getTime();
    if (end === undefined) throw new Error(`subscription ${row.id} is active without a period`);
    const next = nextPeriod(row, end);
    // a period that was paid ahead is had before it ends or pauses
    const claimed = await findNextClaim(tx, { subscriptionId: row.id, from: new Date(end) });
    const ahead = claimed !== null && (claimed.state === 'paid' || claimed.paid > 0n);
    const stops = row.cancelAtEnd || (row.pausedUntil !== null && row.pausedUntil.getTime() > end);
    if (stops && !ahead) {
      if (end > ctx.now()) break;
      const { pausedUntil } = row;
      row = await withoutChange(ctx, tx, { row, reason: 'asked' });
      if (row.cancelAtEnd) return void (await moveSubscription(ctx, tx, { row, to: 'canceled', reason: 'asked' }));
      row = await moveSubscription(ctx, tx, { row, to: 'paused', reason: 'asked', change: { nextAt: pausedUntil } });
      return lookAtPaused(ctx, tx, row);
    }
    // who is trusted shows first how it pays
    if (await isOnTrust(tx, row)) break;
    if (end > ctx.now()) {
      // a transfer takes days: its claim is written before the period begins, unless a change is on its way
      if ((nextClaimAt(row) ?? end) <= ctx.now() && row.changing === null)
        await claimPeriod(ctx, tx, { row, ...next, cause: 'period', at: next.start });
      break;
    }
    if (next.anchor !== row.anchorAt.getTime()) row = await changeSubscription(tx, row.id, { anchorAt: new Date(next.anchor) });
    row = await turn(ctx, tx, { row, next });
  }
  await announce(ctx, tx, row);
  await dun(ctx, tx, row);
}

/** What is behind with its money, and what it is when nothing is owed any more. */
async function lookBehind(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<void> {
  const owed = await dunnedClaim(tx, row);
  const coming = owed !== null && owed.cause === 'period' && (owed.periodStart?.getTime() ?? 0) > ctx.now();
  if (owed !== null && !coming) return dun(ctx, tx, row);
  if (row.periodStart !== null)
    return renew(ctx, tx, await moveSubscription(ctx, tx, { row, to: 'active', reason: 'nothing owed' }));
  // taken back, or never written because something was wrong
  if (!(await wasClaimed(tx, row.id))) return endTrial(ctx, tx, row);
  await moveSubscription(ctx, tx, { row, to: 'canceled', reason: TAKEN_BACK });
}

/** What the calendar does to one locked subscription now. */
export async function look(ctx: Ctx, tx: Db, seen: SubscriptionRow): Promise<void> {
  if (seen.kind === 'pass' && seen.state === 'active') return lookAtPass(ctx, tx, seen);
  const row = await withoutLapsed(ctx, tx, seen);
  if (row === null) return;
  switch (row.state) {
    case 'scheduled':
      return lookAtScheduled(ctx, tx, row);
    case 'incomplete': {
      if ((await pendingOf(tx, row.id)).length > 0) return void (await lookInAnHour(ctx, tx, row));
      if (await mayStillPay(tx, row))
        return void (await changeSubscription(tx, row.id, { nextAt: await askToLetGo(ctx, tx, row) }));
      const rest = await waitsForRest(ctx, tx, row);
      if (rest !== null) return void (await changeSubscription(tx, row.id, { nextAt: rest }));
      return tellGivenBack(ctx, tx, await endBegun(ctx, tx, { row, reason: 'not paid in time' }));
    }
    case 'trialing':
      return endTrial(ctx, tx, row);
    case 'active':
      return renew(ctx, tx, row);
    case 'paused':
      return lookAtPaused(ctx, tx, row);
    case 'past_due':
    case 'restricted':
      return lookBehind(ctx, tx, row);
    case 'canceled':
      return dunEnded(ctx, tx, row);
    default:
      await changeSubscription(tx, row.id, { nextAt: null });
  }
}

const givesCouponBack = ({ state, cancelAtEnd }: SubscriptionRow): boolean =>
  state === 'incomplete' || (state === 'scheduled' && cancelAtEnd);
const rank = (row: SubscriptionRow): string => (givesCouponBack(row) ? `0 ${row.couponId ?? ''}` : `1 ${row.sellerId}`);
/** First those that give a coupon back, then those that take a number, each sorted by its owner: a fixed lock order prevents deadlocks. */
const inOneOrder = (a: SubscriptionRow, b: SubscriptionRow): number => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0);

/** One batch; returns how many there were. One that fails is logged and put off for an hour, so that it holds up nobody. */
export async function runBatch(ctx: Ctx): Promise<number> {
  return ctx.system.write(async (tx) => {
    const due = await claimDue(tx, new Date(ctx.now()), BATCH);
    // numbers of a series stay locked until the batch is over: what else somebody holds who waits for one is locked before the first
    await holdAccounts(
      tx,
      due.map(({ accountId }) => accountId),
    );
    for (const row of due.toSorted(inOneOrder)) {
      try {
        await apart(tx, () => look(ctx, tx, row));
      } catch (error) {
        ctx.log.error({ error, subscription: row.id }, 'a subscription could not be looked at');
        await putOff(ctx, tx, row);
      }
    }
    return due.length;
  });
}

/** Everything that is due now. */
export async function runEngine(ctx: Ctx): Promise<number> {
  let all = 0;
  for (;;) {
    const done = await runBatch(ctx);
    all += done;
    if (done < BATCH) return all;
  }
}
