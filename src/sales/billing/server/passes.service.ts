/** Buying an event pass: priced, pinned for a quarter of an hour, then booked with its claim in one transaction; the provider is asked after it. */
import * as z from 'zod/mini';
import { Failure, notFound } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { heldBy } from '#core/accounts/server/use.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { findSold, isOnSale, nameFor, type Sold } from '#sales/plans/server/sold.service.ts';
import { type Price, QUOTE_MINUTES } from '../billing.contract.ts';
import { type passesCalls, passWish, type PassWish } from '../passes.contract.ts';
import { mayBeginAt } from '../passes.rules.ts';
import { buyerOf, mustSell, note, sellerSeenBy } from './access.service.ts';
import type { SellerRow, SubscriptionRow } from './billing.table.ts';
import { dropBegun, letGoOfBegun } from './begun.service.ts';
import { wayBy } from './card-tries.service.ts';
import { claimOrWait } from './claim.service.ts';
import { givenUpBy, mustAgree } from './gives-up.service.ts';
import { anyOpen } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { nextLook } from './looks.service.ts';
import { type BuyerRow, profileOf } from './parties.queries.ts';
import { claimsOfPasses } from './passes.queries.ts';
import { beginPayment } from './pay.service.ts';
import { balanceOf } from './payments.queries.ts';
import { passFitsPool } from './pool.service.ts';
import { type BuyerPlace, priced, type Priced, setupItems } from './price.service.ts';
import { askerOf, lineOut, mustTake } from './quote.service.ts';
import { settleTax } from './tax-waiting.service.ts';
import {
  changeSubscription,
  findQuote,
  insertQuote,
  holdLive,
  insertSubscription,
  liveBaseOf,
  lockQuote,
  subscriptionById,
  useQuote,
} from './subscriptions.queries.ts';

type Calls = typeof passesCalls;
type Chosen = { seller: SellerRow; sold: Sold; hours: number; wish: PassWish };
/** What is wished for as it stands in the catalogue. Throws `offer_gone`, `window_refused`. */
async function choose(ctx: Ctx, db: Db, { seller, wish }: Pick<Chosen, 'seller' | 'wish'>): Promise<Chosen> {
  const sold = await findSold(db, { planId: wish.planId, version: null, currency: wish.currency, period: 'once' });
  const known = sold !== null && sold.plan.kind === 'pass' && sold.plan.sellerId === seller.accountId;
  if (!known || sold.version.hours === null || !isOnSale(sold, wish.code)) throw new Failure('offer_gone');
  if (wish.startsAt !== null && !mayBeginAt(wish.startsAt, ctx.now()))
    throw new Failure('window_refused', { fields: { 'body.startsAt': 'window_refused' } });
  return { seller, sold, hours: sold.version.hours, wish };
}

type For = { place: BuyerPlace; locale: string; balance: bigint };
const edge = (amount: bigint): number => Number(amount);
/** Preview, quote and charge share this calculation. */
async function reckon(ctx: Ctx, chosen: Chosen, { place, locale, balance }: For): Promise<{ first: Priced; price: Price }> {
  const { seller, sold, hours, wish } = chosen;
  const { amount, inclusive } = sold.price;
  const start = wish.startsAt;
  const span = start === null ? null : { start, end: start + hours * 3_600_000 };
  const explained = { plan: sold.plan.id, version: sold.version.version, period: sold.price.period, hours };
  const item = { kind: 'pass' as const, title: nameFor(sold.plan, locale), detail: '', quantity: 1n, unit: amount };
  const first = priced({
    seller,
    place,
    currency: wish.currency,
    inclusive,
    items: [{ ...item, discountable: false, span, explained }, ...(await setupItems(sold, { locale, detail: '' }))],
    coupon: null,
    at: ctx.now(),
  });
  const { totals, decision } = first;
  const used = balance <= 0n ? 0n : balance > totals.gross ? totals.gross : balance;
  return {
    first,
    price: {
      planId: sold.plan.id,
      version: sold.version.version,
      planName: nameFor(sold.plan, locale),
      currency: wish.currency,
      period: 'once',
      inclusive,
      lines: first.lines.map(lineOut),
      taxes: first.taxes.map(({ category, rate, base, tax }) => ({ category, rate, base: edge(base), tax: edge(tax) })),
      linesTotal: edge(totals.lines),
      discountTotal: edge(totals.discounts),
      coupon: null,
      net: edge(totals.net),
      tax: edge(totals.tax),
      total: edge(totals.gross),
      balanceUsed: edge(used),
      toPay: edge(totals.gross - used),
      taxReason: decision.kind === 'decided' ? decision.reason : null,
      taxPending: decision.kind === 'pending',
      trialDays: 0,
      next: null,
    },
  };
}

/** Binds nobody, and is open to everybody. */
export async function previewPass(ctx: Ctx, { wish, place: stated }: Parsed<Calls['preview']>['body']): Promise<Price> {
  await ctx.limits.use(`billing-preview:${callerIn(ctx.caller.address)}`, { max: 120, windowSeconds: 600 });
  const seller = await sellerSeenBy(ctx);
  if (seller === null) throw new Failure('seller_missing');
  const asker = await askerOf(ctx, { seller, currency: wish.currency, place: stated });
  const chosen = await choose(ctx, ctx.system.read, { seller, wish });
  return (await reckon(ctx, chosen, { ...asker, locale: ctx.locale })).price;
}

type Buyer = Chosen & { profile: BuyerRow; balance: bigint };
/** With the account's own data. `db` sees all. Throws `profile_missing`, `other_currency`, `currency_locked`, `service_restricted`, `pool_exceeded`. */
async function chosenFor(ctx: Ctx, db: Db, { accountId, wish }: { accountId: string; wish: PassWish }): Promise<Buyer> {
  const seller = await mustSell(db, accountId);
  const profile = await profileOf(db, accountId);
  if (profile === null) throw new Failure('profile_missing');
  const base = await liveBaseOf(db, accountId);
  const { currency } = wish;
  const elsewhere = base !== null && base.state !== 'incomplete' && base.currency !== currency;
  if (elsewhere) throw new Failure('other_currency');
  if (await anyOpen(db, { accountId, currency })) throw new Failure('currency_locked');
  // customers who owe for the plan cannot get round its restriction
  if ((await heldBy(db, accountId)).service === 'restricted') throw new Failure('service_restricted');
  const chosen = await choose(ctx, db, { seller, wish });
  await passFitsPool(db, { accountId, base, adds: chosen.sold.version.entitlements });
  return { ...chosen, profile, balance: await balanceOf(db, { accountId, sellerId: seller.accountId, currency }) };
}

/** The price of a pass, which holds for a quarter of an hour. */
export async function quotePass(ctx: Ctx, wish: PassWish): Promise<ResultIn<Calls['quote']>> {
  const actor = buyerOf(ctx, 'subscriptions.purchase');
  const { accountId } = actor;
  await ctx.limits.use(`billing-quote:${accountId}`, { max: 120, windowSeconds: 600 });
  const chosen = await chosenFor(ctx, ctx.system.read, { accountId, wish });
  const { price } = await reckon(ctx, chosen, { ...chosen, place: chosen.profile, locale: actor.locale });
  const givesUp = await givenUpBy(ctx.system.read, { accountId, currency: wish.currency, locale: ctx.locale });
  const at = ctx.now();
  const [id, passId, expiresAt] = [newId(at), newId(at), at + QUOTE_MINUTES * 60_000];
  const result = { total: price.total, version: price.version, passId };
  const times = { madeAt: new Date(at), expiresAt: new Date(expiresAt), usedAt: null };
  await ctx.system.write((tx) => insertQuote(tx, { id, accountId, purpose: 'pass', wish, result, ...times }));
  return { ...price, id, expiresAt, givesUp };
}

const pinned = z.object({ total: z.number(), version: z.number(), passId: z.string() });
type Body = Parsed<Calls['buy']>['body'];
type Buy = Pick<Body, 'quoteId' | 'by' | 'givesUp'> & { actor: UserActor; manual: string | null };
type Begun = { row: SubscriptionRow; invoice: InvoiceRow | null };

async function insertPass(ctx: Ctx, tx: Db, of: { buy: Buy; chosen: Buyer; id: string }): Promise<SubscriptionRow> {
  const { buy, chosen, id } = of;
  const at = new Date(ctx.now());
  const row = await insertSubscription(tx, {
    id,
    accountId: buy.actor.accountId,
    sellerId: chosen.seller.accountId,
    kind: 'pass',
    state: 'incomplete',
    planId: chosen.sold.plan.id,
    version: chosen.sold.version.version,
    currency: chosen.wish.currency,
    period: 'once',
    seats: 0,
    // when it is to begin
    anchorAt: chosen.wish.startsAt === null ? at : new Date(chosen.wish.startsAt),
    periodNumber: 0,
    cancelAtEnd: false,
    payBy: buy.by,
    manualId: buy.by === 'transfer' ? (buy.manual ?? null) : null,
    stateSince: at,
    revision: 1,
    createdAt: at,
  });
  const { accountId, sellerId } = row;
  const data = { plan: row.planId, version: row.version, hours: chosen.hours };
  await note(ctx, tx, { accountId, sellerId, subscriptionId: id, kind: 'subscription.incomplete', toState: 'incomplete', data });
  return changeSubscription(tx, id, { nextAt: nextLook(row) });
}

function buyOnce(ctx: Ctx, buy: Buy): Promise<Begun> {
  const { accountId, locale } = buy.actor;
  return ctx.system.write(async (tx) => {
    const quote = await lockQuote(tx, { id: buy.quoteId, accountId });
    if (quote === null || quote.purpose !== 'pass') throw notFound();
    const [wish, read] = [z.safeParse(passWish, quote.wish), z.safeParse(pinned, quote.result)];
    if (!wish.success || !read.success) throw new Failure('quote_expired');
    const { passId: id, total, version } = read.data;
    if (quote.usedAt !== null) {
      const row = await subscriptionById(tx, id);
      if (row === null) throw new Failure('quote_expired');
      return { row, invoice: (await claimsOfPasses(tx, [id])).get(id) ?? null };
    }
    if (quote.expiresAt.getTime() <= ctx.now()) throw new Failure('quote_expired');
    // as with a plan: before the account is locked
    await holdLive(tx, accountId);
    const chosen = await chosenFor(ctx, tx, { accountId, wish: wish.data });
    await mustTake(ctx, tx, { seller: chosen.seller, ...buy });
    const { first, price } = await reckon(ctx, chosen, { ...chosen, place: chosen.profile, locale });
    // what was shown is what is charged, or nothing is
    if (price.total !== total || price.version !== version) throw new Failure('quote_expired');
    await mustAgree(tx, { accountId, currency: wish.data.currency, givesUp: buy.givesUp });
    await dropBegun(ctx, tx, { accountId, currency: wish.data.currency });
    const row = await insertPass(ctx, tx, { buy, chosen, id });
    const words = { currency: row.currency, inclusive: price.inclusive, locale, priced: first, subscriptionId: id };
    const asked = await claimOrWait(ctx, tx, { ...words, seller: chosen.seller, buyer: chosen.profile, cause: 'pass' });
    // its time may be over already
    const invoice = await settleTax(ctx, tx, { invoice: asked, decision: 'wait' });
    await useQuote(tx, quote.id, new Date(ctx.now()));
    await record(ctx, tx, {
      action: 'billing.pass-bought',
      subjectKind: 'subscription',
      subjectId: id,
      accountId,
      data: { plan: chosen.sold.plan.code, hours: chosen.hours, total, currency: row.currency },
    });
    return { row, invoice };
  });
}

/**
 * `givesUp`: orders in another currency of which the buyer said so. Throws `order_waiting`, `order_reported`, `quote_expired`, `offer_gone`, `provider_off`, `provider_down`, what `wayBy` does; `tax_pending` where no rate is known. While a VAT number is
 * not checked nothing is paid yet: the claim waits. The same quote twice is one pass.
 */
export async function buyPass(ctx: Ctx, { quoteId, by, manual: id, givesUp, challenge }: Body): Promise<ResultIn<Calls['buy']>> {
  const actor = buyerOf(ctx, 'subscriptions.purchase');
  await ctx.limits.use(`billing-purchase:${actor.accountId}`, { max: 20, windowSeconds: 3600 });
  const { accountId } = actor;
  const manual = id ?? null;
  const quote = await findQuote(ctx.system.read, { id: quoteId, accountId });
  const wished = z.safeParse(passWish, quote?.wish);
  const of = quote?.usedAt === null && wished.success ? { accountId, currency: wished.data.currency } : null;
  // before a card page is canceled, and before the bot check
  if (of !== null) await mustAgree(ctx.system.read, { ...of, givesUp });
  const way = await wayBy(ctx, { accountId, by, manual, challenge });
  if (of !== null) await letGoOfBegun(ctx, of);
  const { row, invoice } = await buyOnce(ctx, { actor, by, manual, givesUp, quoteId });
  if (invoice === null || invoice.state !== 'open')
    return { subscriptionId: row.id, invoiceId: invoice?.id ?? null, next: { kind: 'done' } };
  return { subscriptionId: row.id, invoiceId: invoice.id, next: await beginPayment(ctx, invoice, way) };
}
