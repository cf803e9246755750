/** What is charged next, and when. */
import type { Ctx } from '#kit/server/ctx.ts';
import { findSold } from '#sales/plans/server/sold.service.ts';
import type { SubscriptionView } from '../billing.contract.ts';
import { periodAt } from '../period.rules.ts';
import type { SellerRow, SubscriptionRow } from './billing.table.ts';
import type { BuyerRow } from './parties.queries.ts';
import { addonsSold } from './addons.service.ts';
import { couponFor } from './held-coupon.service.ts';
import { heldNext } from './held-next.service.ts';
import { findNextClaim } from './invoices.queries.ts';
import { withMinutes } from './minutes-claim.service.ts';
import { planItems, priced } from './price.service.ts';
import { lineOut } from './quote.service.ts';

export type Parties = { seller: SellerRow; buyer: BuyerRow | null; locale: string };

/** What a period of it costs, as long as the catalogue knows it. */
export async function heldPrice(ctx: Ctx, row: SubscriptionRow): Promise<SubscriptionView['price']> {
  const { planId, version, currency, period } = row;
  const sold = await findSold(ctx.system.read, { planId, version, currency, period });
  return sold === null ? null : { amount: Number(sold.price.amount), inclusive: sold.price.inclusive };
}

/** The next charge, by the same calculation that will make it; null when nothing more comes. */
export async function nextCharge(
  ctx: Ctx,
  row: SubscriptionRow,
  { seller, buyer, locale }: Parties,
): Promise<SubscriptionView['next']> {
  const at = row.state === 'trialing' ? row.trialEnd : row.state === 'scheduled' ? row.anchorAt : row.periodEnd;
  const goesOn = row.state === 'scheduled' || row.state === 'trialing' || row.state === 'active' || row.state === 'past_due';
  if (buyer === null || at === null || row.cancelAtEnd || !goesOn || row.payBy === 'none') return null;
  const held = heldNext(row);
  const sold = await findSold(ctx.system.read, {
    planId: held.planId,
    version: held.version,
    currency: row.currency,
    period: held.period,
  });
  if (sold === null) return null;
  const coupon = await couponFor(ctx.system.read, row, held.planId);
  const span = periodAt({ anchor: at.getTime(), every: held.period === 'year' ? 'year' : 'month', zone: row.anchorZone }, 0);
  const addons = await addonsSold(ctx.system.read, held.addons, { currency: row.currency, period: held.period });
  const cause = row.state === 'trialing' || row.state === 'scheduled' ? ('start' as const) : ('period' as const);
  const plan = await planItems({ sold, seats: held.seats, addons, locale, span, first: cause === 'start' ? 'yes' : 'no' });
  // an invoice that is written already takes up no more
  const written = await findNextClaim(ctx.system.read, { subscriptionId: row.id, from: at });
  const open = { row, cause, price: sold.price, items: plan, coupon, locale, seller };
  const { items } = written === null ? await withMinutes(ctx.system.read, open) : { items: plan };
  const found = priced({
    seller,
    place: buyer,
    currency: row.currency,
    inclusive: sold.price.inclusive,
    items,
    coupon,
    at: at.getTime(),
  });
  const { net, tax, gross } = found.totals;
  return {
    at: at.getTime(),
    net: Number(net),
    tax: Number(tax),
    total: Number(gross),
    lines: found.lines.map(lineOut),
  };
}
