/** The claims of the engine: one for each period, written once. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import type { SellerRow, SubscriptionRow } from './billing.table.ts';
import { claimOrWait } from './claim.service.ts';
import { couponFor } from './held-coupon.service.ts';
import { soldNext } from './held-next.service.ts';
import { findClaim, openOf } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { bindMinutes, withMinutes } from './minutes-claim.service.ts';
import { type BuyerRow, profileOf, sellerById } from './parties.queries.ts';
import { planItems, priced } from './price.service.ts';
import { changeSubscription } from './subscriptions.queries.ts';
import { pendingOf } from './tax-waiting.queries.ts';
import { dueIn, uncheckedBy } from './tax-waiting.service.ts';

type Parties = { seller: SellerRow; buyer: BuyerRow; locale: string };
async function partiesOf(tx: Db, row: SubscriptionRow): Promise<Parties> {
  // one after the other: a transaction has one connection
  const seller = await sellerById(tx, row.sellerId);
  const buyer = await profileOf(tx, row.accountId);
  const account = await findStanding(tx, row.accountId);
  if (seller === null || buyer === null || account === null)
    throw new Error(`subscription ${row.id} has nobody to write an invoice from or to`);
  return { seller, buyer, locale: account.locale };
}

/** The claim for one period, written only once; `at`: the day whose tax counts. */
export async function claimPeriod(
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
  const first = row.state === 'incomplete' || row.state === 'scheduled';
  const waits = row.state === 'paused' || (first && row.payBy === 'transfer');
  const span = cause === 'start' && waits ? null : { start, end };
  // a plan that begins again was set up before already
  const setUp = cause === 'start' && !(row.state === 'incomplete' && row.previousId !== null) ? 'yes' : 'no';
  const plan = await planItems({ sold, seats, addons, locale, span, first: setUp });
  const { items, ids } = await withMinutes(tx, {
    ...{ row, cause, price: sold.price, items: plan, coupon, locale, seller: parties.seller },
  });
  const found = priced({
    seller: parties.seller,
    place: parties.buyer,
    currency: row.currency,
    inclusive: sold.price.inclusive,
    items,
    coupon,
    at,
    unchecked: uncheckedBy({ seller: parties.seller, since: parties.buyer.changedAt, now: ctx.now() }),
  });
  if (coupon !== null && row.couponLeft !== null) await changeSubscription(tx, row.id, { couponLeft: row.couponLeft - 1 });
  const invoice = await claimOrWait(ctx, tx, {
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

/** The first claim of what waits for it: with its period where that begins now, and without one for a transfer, which begins when the money is here. */
export async function claimFirst(
  ctx: Ctx,
  tx: Db,
  { row, start, end }: { row: SubscriptionRow; start: number; end: number },
): Promise<InvoiceRow> {
  const asked = [...(await openOf(tx, row.id)), ...(await pendingOf(tx, row.id))];
  const [known] = asked.filter((one) => one.cause === 'start');
  return known ?? claimPeriod(ctx, tx, { row, start, end, cause: 'start', at: ctx.now() });
}
