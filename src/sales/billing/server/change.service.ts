/** Another plan, rhythm or number of seats: its price first, then the change itself (business rules §3). */
import * as z from 'zod/mini';
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { findSold, isOnSale, type Sold } from '#sales/plans/server/sold.service.ts';
import { QUOTE_MINUTES } from '../billing.contract.ts';
import { lapsesAt } from '../change.rules.ts';
import { isMoved } from '../migrate-version.rules.ts';
import { type ChangeQuote, changeWish, type ChangeWish, type subscriptionsCalls } from '../subscriptions.contract.ts';
import { buyerOf, note } from './access.service.ts';
import { planFitsPool } from './pool.service.ts';
import { addonHeld, addonsSold, addonsWished, allowedWith, sameAddons } from './addons.service.ts';
import { changeable } from './acts.service.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { applyChange } from './changed.service.ts';
import { giveBackPaid } from './change-back.service.ts';
import { type Changing, type PricedChange, reckonChange } from './change-price.service.ts';
import { quoteOut } from './change-view.service.ts';
import { type Chosen, wayBy } from './card-tries.service.ts';
import { claim } from './claim.service.ts';
import { dropNext } from './drop.service.ts';
import { settledOf } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { lookBy } from './looks.service.ts';
import { beginPayment, letGo } from './pay.service.ts';
import { mustTakeAs } from './manual-gone.service.ts';
import { profileOf, sellerById } from './parties.queries.ts';
import { withoutChange } from './unbought.service.ts';
import { VAT_JOB } from './vat.service.ts';
import {
  changeSubscription,
  findQuote,
  insertQuote,
  liveBaseOf,
  lockQuote,
  lockSubscription,
  useQuote,
} from './subscriptions.queries.ts';

/** What stays the plan that it is keeps its version; any other has to be on sale. */
async function wanted(db: Db, row: SubscriptionRow, wish: ChangeWish): Promise<Sold> {
  const { planId, period } = wish;
  const own = planId === row.planId;
  const sold = await findSold(db, { planId, version: own ? row.version : null, currency: row.currency, period });
  const known = sold !== null && sold.plan.kind === 'base' && sold.plan.sellerId === row.sellerId;
  if (!known || !(own || isOnSale(sold, wish.code))) throw new Failure('offer_gone');
  const { seatKey, seatMost } = sold.version;
  if (wish.seats > 0 && (seatKey === null || sold.price.seatAmount === null || (seatMost !== null && wish.seats > seatMost)))
    throw new Failure('seats_refused', {
      data: { most: seatKey === null ? 0 : (seatMost ?? 0) },
      fields: { 'body.seats': 'seats_refused' },
    });
  return sold;
}

/** Everything that the price of a change depends on. Throws `wrong_state`, `same_already`, `offer_gone`, `seats_refused`, `profile_missing`, `pool_exceeded`. */
export async function changing(db: Db, row: SubscriptionRow | null, of: { wish: ChangeWish; at: number }): Promise<Changing> {
  const { wish, at } = of;
  if (row === null || !changeable(row, at)) throw new Failure('wrong_state');
  // a period that is over is followed by the next one first: the engine does that within a minute
  if (row.periodEnd !== null && row.periodEnd.getTime() <= at) throw new Failure('wrong_state');
  const addons = wish.addons ?? row.addons;
  const same = wish.planId === row.planId && wish.period === row.period && wish.seats === row.seats;
  if (same && sameAddons(addons, row.addons)) throw new Failure('same_already');
  const { planId, version, currency, period } = row;
  // one after the other: `db` may be a transaction, which has one connection
  const from = await findSold(db, { planId, version, currency, period });
  const to = await wanted(db, row, wish);
  const seller = await sellerById(db, row.sellerId);
  const buyer = await profileOf(db, row.accountId);
  const account = await findStanding(db, row.accountId);
  if (buyer === null) throw new Failure('profile_missing');
  if (from === null || seller === null || account === null) throw new Failure('wrong_state');
  const sides = {
    from: await addonsSold(db, row.addons, { currency, period }),
    to: await addonsWished(db, { addons, held: row.addons, plan: to, code: wish.code }),
  };
  // what a reseller has not left is refused here, before the database gives less than was asked for
  const fits = { allows: allowedWith(to, wish.seats, sides.to), has: allowedWith(from, row.seats, sides.from) };
  await planFitsPool(db, { accountId: row.accountId, ...fits });
  return { row, from, to, seats: wish.seats, addons: sides, seller, buyer, locale: account.locale, at };
}

/** The price of a change, which holds for a quarter of an hour. */
export async function quoteChange(ctx: Ctx, wish: ChangeWish): Promise<ChangeQuote> {
  const actor = buyerOf(ctx, 'subscriptions.purchase');
  await ctx.limits.use(`billing-quote:${actor.accountId}`, { max: 120, windowSeconds: 600 });
  const at = ctx.now();
  const row = await liveBaseOf(ctx.system.read, actor.accountId);
  // in the reader's language; the invoice will have the account's
  const of = { ...(await changing(ctx.system.read, row, { wish, at })), locale: ctx.locale };
  const reckoned = await reckonChange(ctx.system.read, of);
  const [id, expiresAt] = [newId(at), at + QUOTE_MINUTES * 60_000];
  await ctx.system.write(async (tx) => {
    // the person waits for the answer about the VAT number now; else it is asked for each hour
    if (reckoned.priced.decision.kind === 'pending' && of.buyer.vatId !== null)
      await ctx.jobs.enqueue(tx, { job: VAT_JOB, payload: { accountId: actor.accountId }, key: actor.accountId });
    await insertQuote(tx, {
      id,
      accountId: actor.accountId,
      purpose: 'change',
      wish,
      result: {
        total: Number(reckoned.priced.totals.gross),
        version: of.to.version.version,
        at,
        subscription: of.row.id,
        held: heldOf(of.row),
      },
      madeAt: new Date(at),
      expiresAt: new Date(expiresAt),
      usedAt: null,
    });
  });
  return { ...(await quoteOut(ctx, of, reckoned)), id, expiresAt };
}

/** What a quote was priced from; if it has changed since, the quote is void. */
const heldOf = (row: SubscriptionRow): string =>
  [
    row.planId,
    row.version,
    row.period,
    row.seats,
    JSON.stringify(row.addons),
    row.state,
    row.periodStart?.getTime(),
    row.periodEnd?.getTime(),
    row.couponLeft,
  ].join(' ');
const pinned = z.object({ total: z.number(), version: z.number(), at: z.number(), subscription: z.string(), held: z.string() });
const isForMoney = (result: unknown): boolean => {
  const read = z.safeParse(pinned, result);
  return read.success && read.data.total > 0;
};

type ChangeRequest = { actor: UserActor; quoteId: string; how: Chosen };
type Begun = { row: SubscriptionRow; invoice: InvoiceRow | null };

const target = ({ to, seats, addons }: Changing) => ({
  planId: to.plan.id,
  version: to.version.version,
  period: to.price.period === 'year' ? ('year' as const) : ('month' as const),
  seats,
  addons: addons.to.map(addonHeld),
});

/** From the next period on. */
async function putOff(ctx: Ctx, tx: Db, of: Changing): Promise<Begun> {
  const { row } = of;
  await note(ctx, tx, {
    accountId: row.accountId,
    sellerId: row.sellerId,
    subscriptionId: row.id,
    kind: 'subscription.change_put_off',
    data: { plan: of.to.plan.id, seats: of.seats },
  });
  const after = await changeSubscription(tx, row.id, { pending: target(of) });
  return { row: await changeSubscription(tx, row.id, { nextAt: lookBy(row, after) }), invoice: null };
}

export type Booking = { of: Changing; reckoned: PricedChange; by: 'card' | 'transfer' };
/**
 * Books a change on a locked subscription: what costs nothing counts at once, what costs something waits for its claim to be paid. Throws
 * `next_paid` where what is to come was paid as it is.
 */
export async function bookChange(ctx: Ctx, tx: Db, { of, reckoned, by }: Booking): Promise<Begun> {
  const dropped = await withoutChange(ctx, tx, { row: of.row, reason: 'another change' });
  if (dropped.changing !== null) throw new Failure('payment_undecided');
  const next = await dropNext(ctx, tx, dropped);
  if (!next.none) throw new Failure('next_paid');
  const row = await changeSubscription(tx, of.row.id, { pending: null });
  const now = { ...of, row };
  const { when, priced, charged, span, back } = reckoned;
  const change = { ...target(of), at: of.at, invoiceId: null, ...(back === null ? {} : { back }) };
  if (row.state === 'trialing') return { row: await applyChange(ctx, tx, { row, change }), invoice: null };
  if (when === 'end') return putOff(ctx, tx, now);
  const { gross } = priced.totals;
  // first what is given back: its balance pays what is asked for, and the two together come to what was shown
  if (gross < 0n) await giveBackPaid(ctx, tx, { row, amount: (charged?.totals.gross ?? 0n) - gross });
  if (priced.lines.length === 0 || (gross < 0n && charged === null))
    return { row: await applyChange(ctx, tx, { row, change }), invoice: null };
  const { seller, buyer, locale } = of;
  const { currency, id: subscriptionId } = row;
  const words = { currency, inclusive: of.to.price.inclusive, locale, priced: charged ?? priced, subscriptionId, span };
  const invoice = await claim(ctx, tx, { ...words, seller, buyer, cause: 'change', ...(by === 'card' ? { dueDays: 0 } : {}) });
  const paidBy = { ...change, invoiceId: invoice.id };
  if (invoice.state === 'paid') return { row: await applyChange(ctx, tx, { row, change: paidBy }), invoice };
  const until = lapsesAt({ at: of.at, by, periodEnd: row.periodEnd?.getTime() ?? of.at });
  const waiting = { ...paidBy, until };
  const nextAt = new Date(Math.min(until, row.nextAt?.getTime() ?? until));
  return { row: await changeSubscription(tx, row.id, { changing: waiting, nextAt }), invoice };
}

/** What a quote led to already. */
async function ledTo(ctx: Ctx, row: SubscriptionRow | null): Promise<Begun> {
  if (row === null) throw new Failure('quote_expired');
  const [invoice = null] = (await settledOf(ctx.system.read, row.id)).filter((one) => one.id === row.changing?.invoiceId);
  return { row, invoice };
}

function changeOnce(ctx: Ctx, { actor, quoteId, how }: ChangeRequest): Promise<Begun | 'again'> {
  const { accountId } = actor;
  return ctx.system.write(async (tx) => {
    const quote = await lockQuote(tx, { id: quoteId, accountId });
    if (quote === null || quote.purpose !== 'change') throw notFound();
    if (quote.usedAt !== null) return 'again';
    const [wish, read] = [z.safeParse(changeWish, quote.wish), z.safeParse(pinned, quote.result)];
    if (!wish.success || !read.success || quote.expiresAt.getTime() <= ctx.now()) throw new Failure('quote_expired');
    const row = await lockSubscription(tx, read.data.subscription);
    if (row === null || heldOf(row) !== read.data.held) throw new Failure('quote_expired');
    // a trial may be over since
    if (!changeable(row, ctx.now())) throw new Failure('wrong_state');
    const of = await changing(tx, row, { wish: wish.data, at: read.data.at });
    const reckoned = await reckonChange(tx, of);
    // what was shown is what is charged, or nothing is
    const { version, total } = read.data;
    if (of.to.version.version !== version || Number(reckoned.priced.totals.gross) !== total) throw new Failure('quote_expired');
    if (total > 0) await mustTakeAs(ctx, tx, { row, seller: of.seller, how });
    const begun = await bookChange(ctx, tx, { of, reckoned, by: how.by });
    await useQuote(tx, quote.id, new Date(ctx.now()));
    await record(ctx, tx, {
      action: 'billing.change-asked',
      subjectKind: 'subscription',
      subjectId: row.id,
      accountId,
      data: { plan: of.to.plan.code, seats: of.seats, addons: of.addons.to.length, total, currency: row.currency },
    });
    return begun;
  });
}

/** Throws `quote_expired`, `wrong_state`, `next_paid`, `payment_undecided`, `provider_off`, `provider_down`, `tax_pending`; what `wayBy` does where it costs something. */
export async function change(
  ctx: Ctx,
  { quoteId, by, manual, challenge }: Parsed<typeof subscriptionsCalls.change>['body'],
): Promise<ResultIn<typeof subscriptionsCalls.change>> {
  const actor = buyerOf(ctx, 'subscriptions.purchase');
  await ctx.limits.use(`billing-purchase:${actor.accountId}`, { max: 20, windowSeconds: 3600 });
  const live = await liveBaseOf(ctx.system.read, actor.accountId);
  const quote = await findQuote(ctx.system.read, { id: quoteId, accountId: actor.accountId });
  const how: Chosen = by === undefined ? { by: live?.payBy === 'card' ? 'card' : 'transfer' } : { by, manual: manual ?? null };
  const chosen = { accountId: actor.accountId, ...how, challenge };
  // what costs nothing opens no page on which a card could be tried
  const way = isForMoney(quote?.result) ? await wayBy(ctx, chosen) : null;
  // a card may still pay what was asked for before
  if (live?.changing != null && quote?.usedAt === null) await letGo(ctx, live.changing.invoiceId);
  const found = await changeOnce(ctx, { actor, quoteId, how });
  const { invoice } = found === 'again' ? await ledTo(ctx, live) : found;
  if (invoice === null || invoice.state !== 'open') return { invoiceId: invoice?.id ?? null, next: { kind: 'done' } };
  return { invoiceId: invoice.id, next: await beginPayment(ctx, invoice, way ?? (await wayBy(ctx, chosen))) };
}

/** Takes back what was put off, or is not paid yet. Throws `wrong_state` when there is nothing to take back. */
export async function undoChange(ctx: Ctx, { revision }: { revision: number }): Promise<{ done: true }> {
  const actor = buyerOf(ctx, 'subscriptions.purchase');
  const live = await liveBaseOf(ctx.db.read, actor.accountId);
  if (live?.changing != null) await letGo(ctx, live.changing.invoiceId);
  await ctx.system.write(async (tx) => {
    const row = live === null ? null : await lockSubscription(tx, live.id);
    if (row === null || ((row.pending === null || isMoved(row)) && row.changing === null)) throw new Failure('wrong_state');
    if (row.revision !== revision) throw new Failure('changed_meanwhile', { data: { revision: row.revision } });
    if ((await withoutChange(ctx, tx, { row, reason: 'taken back' })).changing !== null) throw new Failure('payment_undecided');
    const next = row.pending === null ? { row, none: true } : await dropNext(ctx, tx, row);
    if (!next.none) throw new Failure('wrong_state');
    await changeSubscription(tx, row.id, { pending: null, nextAt: lookBy(row, { ...next.row, changing: null }) });
    await record(ctx, tx, { action: 'billing.change-undone', subjectKind: 'subscription', subjectId: row.id });
  });
  return { done: true };
}
