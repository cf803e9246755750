/**
 * The engine: what the calendar does to subscriptions. Each is looked at when its time has come, in batches that several workers share without
 * waiting for each other; a missed month is caught up period by period, in order (business rules §2, §3).
 */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { dayIn } from '../days.rules.ts';
import { FIRST_CHARGE } from '../dunning.rules.ts';
import { periodAt } from '../period.rules.ts';
import type { SellerRow, ProfileRow, SubscriptionRow } from './billing.table.ts';
import { claim } from './claim.service.ts';
import { dropClaims } from './drop.service.ts';
import { askToLetGo, dun, dunEnded, dunnedClaim, mayStillPay } from './dunning.service.ts';
import { couponFor } from './held-coupon.service.ts';
import { heldNext, soldNext } from './held-next.service.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { withoutLapsed } from './lapsed.service.ts';
import { nextClaimAt } from './looks.service.ts';
import { bindMinutes, withMinutes } from './minutes-claim.service.ts';
import { withMove } from './migrate-version.service.ts';
import { changeInvoice, findClaim, findNextClaim, openOf } from './invoices.queries.ts';
import { CHARGE_JOB, mayCharge } from './pay.service.ts';
import { methodsOf, profileOf, sellerById } from './parties.queries.ts';
import { lookAtPass } from './pass-life.service.ts';
import { planItems, priced } from './price.service.ts';
import { announce } from './notices.service.ts';
import { moveSubscription } from './standing.service.ts';
import { putOff, STUCK_DAYS } from './stuck.service.ts';
import { apart, changeSubscription, claimDue, insertPeriod, wasClaimed } from './subscriptions.queries.ts';

/** How many are claimed at once: few enough that whoever buys meanwhile does not wait long for the number of an invoice. */
export const BATCH = 25;
const dayMs = 86_400_000;

type Parties = { seller: SellerRow; buyer: ProfileRow; locale: string };
async function partiesOf(tx: Db, row: SubscriptionRow): Promise<Parties> {
  // one after the other: a transaction has one connection
  const seller = await sellerById(tx, row.sellerId);
  const buyer = await profileOf(tx, row.accountId);
  const account = await findStanding(tx, row.accountId);
  if (seller === null || buyer === null || account === null)
    throw new Error(`subscription ${row.id} has nobody to write an invoice from or to`);
  return { seller, buyer, locale: account.locale };
}

/** A transfer is due when its period begins; one that was asked for later than that has the days of any invoice. `ahead`: milliseconds. */
const dueIn = (row: SubscriptionRow, ahead: number): { dueDays?: number } => {
  if (row.payBy !== 'transfer') return { dueDays: 0 };
  return ahead > 0 ? { dueDays: Math.ceil(ahead / dayMs) } : {};
};

/** The claim for one period, written once whoever comes; `at`: the day whose tax counts. */
async function claimPeriod(
  ctx: Ctx,
  tx: Db,
  { row, ...period }: { row: SubscriptionRow; start: number; end: number; cause: 'start' | 'period'; at: number },
): Promise<InvoiceRow> {
  const known = await findClaim(tx, { subscriptionId: row.id, start: new Date(period.start), cause: period.cause });
  if (known !== null) return known;
  const { sold, seats, addons } = await soldNext(tx, row);
  const parties = await partiesOf(tx, row);
  const coupon = await couponFor(tx, row, sold.plan.id);
  const { start, end, cause, at } = period;
  const { locale } = parties;
  // what is not served meanwhile begins when the money is here
  const waits = row.state === 'paused' || (row.state === 'incomplete' && row.payBy === 'transfer');
  const span = cause === 'start' && waits ? null : { start, end };
  // what was had before and begins again is set up already
  const first = cause === 'start' && !(row.state === 'incomplete' && row.previousId !== null) ? 'yes' : 'no';
  const plan = await planItems({ sold, seats, addons, locale, span, first });
  const { items, ids } = await withMinutes(tx, { row, cause, price: sold.price, items: plan, locale, seller: parties.seller });
  const found = priced({
    seller: parties.seller,
    place: parties.buyer,
    currency: row.currency,
    inclusive: sold.price.inclusive,
    items,
    coupon,
    at,
    unchecked: ctx.now() - parties.buyer.changedAt.getTime() > STUCK_DAYS * dayMs ? 'charge' : 'wait',
  });
  if (coupon !== null && row.couponLeft !== null) await changeSubscription(tx, row.id, { couponLeft: row.couponLeft - 1 });
  const invoice = await claim(ctx, tx, {
    ...parties,
    cause,
    currency: row.currency,
    inclusive: sold.price.inclusive,
    locale,
    priced: found,
    subscriptionId: row.id,
    span,
    ...dueIn(row, start - ctx.now()),
  });
  await bindMinutes(tx, ids, invoice.id);
  return invoice;
}

/** Charges the card in the background; without one, or by transfer, the claim waits for its due date. */
async function collect(ctx: Ctx, tx: Db, { row, invoice }: { row: SubscriptionRow; invoice: InvoiceRow }): Promise<void> {
  if (invoice.state !== 'open' || row.payBy !== 'card') return;
  const seller = await sellerById(tx, row.sellerId);
  // the first charge is this one: dunning goes on with the next step
  const on = dayIn(ctx.now(), seller?.zone ?? 'UTC');
  await changeInvoice(tx, invoice.id, { dunned: [...invoice.dunned, { id: FIRST_CHARGE, on }] });
  await ctx.jobs.enqueue(tx, { job: CHARGE_JOB, payload: { id: invoice.id }, key: invoice.id });
}

/** The trial is over: the first claim is written. Whoever has no way to pay is paused, and keeps everything. */
async function endTrial(ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<void> {
  // asked for already: an answer is waited for, or the steps go on without one
  if ((await dunnedClaim(tx, row)) !== null) return dun(ctx, tx, row);
  if (row.cancelAtEnd) return void (await moveSubscription(ctx, tx, { row, to: 'canceled', reason: 'asked' }));
  if (row.state === 'trialing' && row.payBy === 'card' && !(mayCharge(ctx) && (await methodsOf(tx, row.accountId)).length > 0))
    return void (await moveSubscription(ctx, tx, { row, to: 'paused', reason: 'no method', change: { nextAt: null } }));
  const start = row.trialEnd?.getTime() ?? ctx.now();
  const { end } = periodAt({ anchor: start, every: row.period === 'year' ? 'year' : 'month' }, 0);
  // set before the claim: one that asks for nothing begins the first period at once
  await changeSubscription(tx, row.id, { nextAt: null });
  const invoice = await claimPeriod(ctx, tx, { row, start, end, cause: 'start', at: ctx.now() });
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
      periodNumber: next.index,
      periodStart: new Date(next.start),
      periodEnd: new Date(next.end),
    },
  });
  if (invoice !== null) await collect(ctx, tx, { row: after, invoice });
  return after;
}

/** Where the periods are counted from: a change of rhythm begins anew with the next one. */
function nextPeriod(row: SubscriptionRow, end: number): { start: number; end: number; index: number; anchor: number } {
  const every = heldNext(row).period === 'year' ? 'year' : 'month';
  if (every !== row.period) return { ...periodAt({ anchor: end, every }, 0), anchor: end };
  const anchor = row.anchorAt.getTime();
  return { ...periodAt({ anchor, every }, row.periodNumber + 1), anchor };
}

/** What was paused goes on with a period of its own, from `at` (epoch milliseconds) on; its claim is written at once. */
export async function resumePaused(ctx: Ctx, tx: Db, { row, at }: { row: SubscriptionRow; at: number }): Promise<void> {
  const active = await moveSubscription(ctx, tx, { row, to: 'active', reason: 'pause over', change: { pausedUntil: null } });
  const held = heldNext(row);
  const first = periodAt({ anchor: at, every: held.period === 'year' ? 'year' : 'month' }, 0);
  const anchored = await changeSubscription(tx, active.id, { anchorAt: new Date(at) });
  await renew(ctx, tx, await turn(ctx, tx, { row: anchored, next: first }));
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
      if (row.cancelAtEnd) return void (await moveSubscription(ctx, tx, { row, to: 'canceled', reason: 'asked' }));
      row = await moveSubscription(ctx, tx, { row, to: 'paused', reason: 'asked', change: { nextAt: pausedUntil } });
      return pausedUntil !== null && pausedUntil.getTime() <= ctx.now()
        ? resumePaused(ctx, tx, { row, at: pausedUntil.getTime() })
        : undefined;
    }
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
  await moveSubscription(ctx, tx, { row, to: 'canceled', reason: 'claim taken back' });
}

/** What the calendar does to one locked subscription now. */
export async function look(ctx: Ctx, tx: Db, seen: SubscriptionRow): Promise<void> {
  if (seen.kind === 'pass' && seen.state === 'active') return lookAtPass(ctx, tx, seen);
  const row = await withoutLapsed(ctx, tx, seen);
  if (row === null) return;
  switch (row.state) {
    case 'incomplete': {
      if (await mayStillPay(tx, row))
        return void (await changeSubscription(tx, row.id, { nextAt: await askToLetGo(ctx, tx, row) }));
      await dropClaims(ctx, tx, row);
      return void (await moveSubscription(ctx, tx, { row, to: 'incomplete_expired', reason: 'not paid in time' }));
    }
    case 'trialing':
      return endTrial(ctx, tx, row);
    case 'active':
      return renew(ctx, tx, row);
    case 'paused':
      return row.pausedUntil === null || row.periodStart === null
        ? void (await changeSubscription(tx, row.id, { nextAt: null }))
        : resumePaused(ctx, tx, { row, at: row.pausedUntil.getTime() });
    case 'past_due':
    case 'restricted':
      return lookBehind(ctx, tx, row);
    case 'canceled':
      return dunEnded(ctx, tx, row);
    default:
      await changeSubscription(tx, row.id, { nextAt: null });
  }
}

/** One batch; returns how many there were. One that fails is put off for an hour and told in the log, so that it holds up nobody. */
export async function runBatch(ctx: Ctx): Promise<number> {
  return ctx.system.write(async (tx) => {
    const due = await claimDue(tx, new Date(ctx.now()), BATCH);
    // series of numbers stay locked until the batch is over: every worker takes those of several sellers in one order
    for (const row of due.toSorted((a, b) => (a.sellerId < b.sellerId ? -1 : a.sellerId > b.sellerId ? 1 : 0))) {
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

/** The first claim of what waits for it: with its period where that begins now, and without one for a transfer, which begins when the money is here. */
export async function claimFirst(
  ctx: Ctx,
  tx: Db,
  { row, start, end }: { row: SubscriptionRow; start: number; end: number },
): Promise<InvoiceRow> {
  const [known] = (await openOf(tx, row.id)).filter((one) => one.cause === 'start');
  return known ?? claimPeriod(ctx, tx, { row, start, end, cause: 'start', at: ctx.now() });
}
