/** Prices before anything is booked: for visitors without binding, for accounts pinned for a quarter of an hour. */
import * as z from 'zod/mini';
import { Failure } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Parsed } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import {
  type Coupon,
  currenciesOffered,
  findCoupon,
  findSold,
  isOnSale,
  nameFor,
  type Sold,
} from '#sales/plans/server/sold.service.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import {
  type billingCalls,
  type Price,
  type Quote,
  QUOTE_MINUTES,
  type SubscriptionPage,
  type Wish,
  wish as wishShape,
} from '../billing.contract.ts';
import type { InvoiceLineView } from '../invoices.contract.ts';
import { daysLater } from '../days.rules.ts';
import { periodAt } from '../period.rules.ts';
import { startDays, startOn } from '../start.rules.ts';
import { buyerOf, mustSell, sellerSeenBy } from './access.service.ts';
import { planFitsPool } from './pool.service.ts';
import { type AddonSold, addonsWished, allowedWith } from './addons.service.ts';
import type { SellerRow } from './billing.table.ts';
import type { Chosen as HowPaid } from './card-tries.service.ts';
import { givenUpBy } from './gives-up.service.ts';
import { anyOpen, heldByBegun } from './invoices.queries.ts';
import { manualChosen, manualOffers } from './manual-methods.service.ts';
import { balanceOf } from './payments.queries.ts';
import { agreedWith, profileOf } from './parties.queries.ts';
import { type BuyerPlace, placeOfSeller, planItems, type Priced, priced } from './price.service.ts';
import { hadCoupon, insertQuote } from './subscriptions.queries.ts';
import { mayTry, zoneOf } from './trial.service.ts';

/** Ways to pay that are set up. A transfer needs somewhere to send the money to. */
export function waysOf(ctx: Ctx, seller: SellerRow): ('card' | 'transfer')[] {
  return [
    ...(cardProvider(ctx) === null || !seller.cards ? [] : (['card'] as const)),
    ...(seller.iban === null && seller.instructions === '' ? [] : (['transfer'] as const)),
  ];
}

/** Throws `provider_off` for a way to pay that the seller does not offer. */
export async function mustTake(ctx: Ctx, db: Db, { seller, by, manual }: HowPaid & { seller: SellerRow }): Promise<void> {
  if (by === 'transfer' && manual != null) return void (await manualChosen(db, { sellerId: seller.accountId, id: manual }));
  if (!waysOf(ctx, seller).includes(by)) throw new Failure('provider_off');
}
/** The seller's own ways to pay, in its words. */
export const manualWays = async (db: Db, { accountId }: SellerRow): Promise<SubscriptionPage['manual']> =>
  (await manualOffers(db, accountId)).map(({ id, name, instructions }) => ({ id, name, instructions }));

/** Everybody may know; the seller's data are read for them by the system. */
export async function ways(ctx: Ctx): Promise<z.input<typeof billingCalls.ways.result>> {
  const seller = await sellerSeenBy(ctx);
  if (seller === null) return { ways: [], manual: [], currencies: [], country: null, sells: false };
  const open = waysOf(ctx, seller);
  const manual = await manualWays(ctx.system.read, seller);
  return {
    ways: open,
    manual,
    currencies: await currenciesOffered(ctx.system.read, seller.accountId),
    country: seller.country,
    // where nothing can be paid nothing is sold
    sells: open.length + manual.length > 0,
  };
}

/** The wish with its entries of the catalogue; `mayTrial`: true for buyers who had nothing here before. */
export type Chosen = {
  seller: SellerRow;
  sold: Sold;
  addons: AddonSold[];
  coupon: Coupon | null;
  wish: Wish;
  mayTrial: boolean;
  /** When it begins, epoch milliseconds; null: at once. */
  start: number | null;
};
/** Throws `start_refused` for a day that is over or more than twelve months away. */
function startFor(ctx: Ctx, { zone }: SellerRow, { startsOn }: Wish): number | null {
  const found = startOn(startsOn, { now: ctx.now(), zone });
  if (found.kind === 'refused')
    throw new Failure('start_refused', {
      data: startDays(ctx.now(), zone),
      fields: { 'body.startsOn': 'start_refused' },
    });
  return found.kind === 'at' ? found.at : null;
}

async function choose(
  ctx: Ctx,
  db: Db,
  { seller, wish, mayTrial }: Pick<Chosen, 'seller' | 'wish' | 'mayTrial'>,
): Promise<Chosen> {
  const sold = await findSold(db, { planId: wish.planId, version: null, currency: wish.currency, period: wish.period });
  if (sold === null || sold.plan.kind !== 'base' || sold.plan.sellerId !== seller.accountId || !isOnSale(sold, wish.code))
    throw new Failure('offer_gone');
  const { seatKey, seatMost } = sold.version;
  if (wish.seats > 0 && (seatKey === null || sold.price.seatAmount === null || (seatMost !== null && wish.seats > seatMost)))
    throw new Failure('seats_refused', {
      data: { most: seatKey === null ? 0 : (seatMost ?? 0) },
      fields: { 'body.seats': 'seats_refused' },
    });
  const addons = await addonsWished(db, { addons: wish.addons ?? [], held: [], plan: sold, code: wish.code });
  const { coupon: code, planId, currency } = wish;
  const start = startFor(ctx, seller, wish);
  // a trial begins at once or not at all
  const known = { seller, sold, addons, wish, mayTrial: mayTrial && start === null, start };
  if (code === undefined || code === '') return { ...known, coupon: null };
  const coupon = await findCoupon(db, { sellerId: seller.accountId, code, planId, currency, now: ctx.now() });
  // one for add-ons is not used up where there are none
  if (coupon === null || (coupon.covers === 'addons' && addons.length === 0))
    throw new Failure('coupon_refused', { fields: { 'body.coupon': 'coupon_refused' } });
  return { ...known, coupon };
}

const edge = (amount: bigint): number => Number(amount);
/** As it crosses the wire. */
export const lineOut = (line: Priced['lines'][number]): InvoiceLineView => ({
  kind: line.kind,
  title: line.title,
  detail: line.detail,
  quantity: edge(line.quantity),
  unit: edge(line.unit),
  amount: edge(line.amount),
  discount: edge(line.discount),
  net: edge(line.net),
  category: line.category,
  rate: line.rate,
  periodStart: line.periodStart?.getTime() ?? null,
  periodEnd: line.periodEnd?.getTime() ?? null,
});

type Reckoned = { first: Priced; price: Price };
/** `zone`: by whose clocks a trial ends. */
type For = { place: BuyerPlace; locale: string; balance: bigint; zone: string };
/** The first invoice of a purchase, and what is shown of it. In a trial nothing is due before its end. */
export async function reckon(ctx: Ctx, chosen: Chosen, { place, locale, balance, zone }: For): Promise<Reckoned> {
  const { seller, sold, addons, coupon, wish, mayTrial } = chosen;
  const { start } = chosen;
  const at = start ?? ctx.now();
  const every = wish.period;
  const trialDays = mayTrial ? sold.version.trialDays : 0;
  const anchor = daysLater(at, trialDays, zone);
  const span = periodAt({ anchor, every, zone: seller.zone }, 0);
  const base = { seller, place, currency: wish.currency, inclusive: sold.price.inclusive, at };
  const itemsOf = (first: 'yes' | 'no') => planItems({ sold, seats: wish.seats, addons, locale, span, first });
  const first = priced({ ...base, items: await itemsOf('yes'), coupon });
  const goesOn = coupon === null || coupon.periods === null || coupon.periods > 1 ? coupon : null;
  const later = priced({ ...base, items: await itemsOf('no'), coupon: goesOn, at: span.end });
  const waits = trialDays > 0 || start !== null;
  const used = waits ? 0n : balance > first.totals.gross ? first.totals.gross : balance > 0n ? balance : 0n;
  const next = waits ? { at: anchor, total: edge(first.totals.gross) } : { at: span.end, total: edge(later.totals.gross) };
  return {
    first,
    price: {
      planId: sold.plan.id,
      version: sold.version.version,
      planName: nameFor(sold.plan, locale),
      currency: wish.currency,
      period: wish.period,
      inclusive: sold.price.inclusive,
      lines: first.lines.map(lineOut),
      taxes: first.taxes.map(({ category, rate, base: of, tax }) => ({ category, rate, base: edge(of), tax: edge(tax) })),
      linesTotal: edge(first.totals.lines),
      discountTotal: edge(first.totals.discounts),
      coupon:
        coupon === null
          ? null
          : { code: coupon.code, thousandths: coupon.thousandths, amount: coupon.amount === null ? null : edge(coupon.amount) },
      net: edge(first.totals.net),
      tax: edge(first.totals.tax),
      total: edge(first.totals.gross),
      balanceUsed: edge(used),
      toPay: waits ? 0 : edge(first.totals.gross - used),
      taxReason: first.decision.kind === 'decided' ? first.decision.reason : null,
      taxPending: first.decision.kind === 'pending',
      trialDays,
      ...(start === null ? {} : { startsAt: start }),
      next,
    },
  };
}

/** What affects the price besides the wish: the data of the caller's account, when they may buy for one. */
export async function askerOf(ctx: Ctx, of: { seller: SellerRow; currency: string; place: Stated | undefined }) {
  const { seller, currency } = of;
  const stated = of.place === undefined ? null : { ...of.place, vatId: null, vatCheck: null, agreed: [] };
  const { actor } = ctx;
  if (actor.kind !== 'user' || actor.accountKind === 'operator' || !actor.scope.includes('subscriptions.view'))
    return { place: stated ?? placeOfSeller(seller), mayTrial: true, balance: 0n, zone: seller.zone };
  const { accountId, email } = actor;
  const profile = await profileOf(ctx.db.read, accountId);
  // what the seller agreed with the account counts wherever it is
  const agreed = profile?.agreed ?? (await agreedWith(ctx.db.read, accountId));
  // the number on file counts unless the caller states another place
  const same = profile !== null && (stated === null || (stated.country === profile.country && stated.buyer === profile.buyer));
  return {
    place: {
      ...(same ? { ...profile, postcode: stated?.postcode ?? profile.postcode } : (stated ?? placeOfSeller(seller))),
      agreed,
    },
    mayTrial: await mayTry(ctx, { all: ctx.system.read, own: ctx.db.read }, { accountId, email, sellerId: seller.accountId }),
    balance: await balanceOf(ctx.db.read, { accountId, sellerId: seller.accountId, currency }),
    zone: await zoneOf(ctx.db.read, accountId),
  };
}

type Stated = Parsed<typeof billingCalls.preview>['body']['place'];
/** Binds nobody, and is open to everybody: prices are public. Counted, because codes of coupons can be guessed. */
export async function preview(ctx: Ctx, { wish, place: stated }: Parsed<typeof billingCalls.preview>['body']): Promise<Price> {
  await ctx.limits.use(`billing-preview:${callerIn(ctx.caller.address)}`, { max: 120, windowSeconds: 600 });
  const seller = await sellerSeenBy(ctx);
  if (seller === null) throw new Failure('seller_missing');
  const { place, mayTrial, ...own } = await askerOf(ctx, { seller, currency: wish.currency, place: stated });
  const chosen = await choose(ctx, ctx.system.read, { seller, wish, mayTrial });
  return (await reckon(ctx, chosen, { ...own, place, locale: ctx.locale })).price;
}

/** `all`: the catalogue and the seller; `own`: the account's data. Within a transaction both are it: a second connection might never come. */
export type Eyes = { all: Db; own: Db };
/** What the account would buy, with its own data. Throws `profile_missing`, `currency_locked`. */
export async function chosenFor(
  ctx: Ctx,
  eyes: Eyes,
  of: { accountId: string; email: string; wish: Wish },
): Promise<Chosen & { place: BuyerPlace; balance: bigint; zone: string }> {
  const { accountId, email, wish } = of;
  const { all, own: db } = eyes;
  const seller = await mustSell(all, accountId);
  const profile = await profileOf(db, accountId);
  if (profile === null) throw new Failure('profile_missing');
  if (await anyOpen(db, { accountId, currency: wish.currency })) throw new Failure('currency_locked');
  const chosen = await choose(ctx, all, {
    seller,
    wish,
    mayTrial: await mayTry(ctx, eyes, { accountId, email, sellerId: seller.accountId }),
  });
  // what a reseller has not left cannot be sold to its customers
  await planFitsPool(all, { accountId, allows: allowedWith(chosen.sold, wish.seats, chosen.addons) });
  // once for each account: otherwise a free first period never ends
  if (chosen.coupon !== null && (await hadCoupon(db, { accountId, couponId: chosen.coupon.id })))
    throw new Failure('coupon_refused', { fields: { 'body.coupon': 'coupon_refused' } });
  const holder = { accountId, sellerId: seller.accountId, currency: wish.currency };
  // what came for a purchase that this one takes the place of is there by then
  const balance = (await balanceOf(db, holder)) + (await heldByBegun(db, holder));
  return { ...chosen, place: profile, balance, zone: await zoneOf(db, accountId) };
}

/** The price of a purchase, which holds for a quarter of an hour. Throws what `chosenFor` and `givenUpBy` do. */
export async function quote(ctx: Ctx, wish: Wish): Promise<Quote> {
  const actor = buyerOf(ctx, 'subscriptions.purchase');
  await ctx.limits.use(`billing-quote:${actor.accountId}`, { max: 120, windowSeconds: 600 });
  const chosen = await chosenFor(
    ctx,
    { all: ctx.system.read, own: ctx.db.read },
    { accountId: actor.accountId, email: actor.email, wish },
  );
  const { accountId, locale } = actor;
  const givesUp = await givenUpBy(ctx.system.read, { accountId, currency: wish.currency, locale: ctx.locale });
  const { price } = await reckon(ctx, chosen, { ...chosen, locale });
  const [id, now] = [newId(ctx.now()), ctx.now()];
  const expiresAt = now + QUOTE_MINUTES * 60_000;
  // the account may not write what its price is
  await ctx.system.write((tx) =>
    insertQuote(tx, {
      id,
      accountId,
      purpose: 'purchase',
      wish,
      result: { total: price.total, version: price.version },
      madeAt: new Date(now),
      expiresAt: new Date(expiresAt),
      usedAt: null,
    }),
  );
  return { ...price, id, expiresAt, givesUp };
}

const pinned = z.object({ total: z.number(), version: z.number() });
/** What was quoted, parsed again; null when it does not fit any more. */
export function readQuote(row: { wish: unknown; result: unknown }): { wish: Wish; total: number; version: number } | null {
  const [wish, result] = [z.safeParse(wishShape, row.wish), z.safeParse(pinned, row.result)];
  return wish.success && result.success ? { wish: wish.data, ...result.data } : null;
}
