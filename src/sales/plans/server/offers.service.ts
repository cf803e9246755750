/** What anybody may buy now. It belongs to no account, and who looks may be nobody: hence the system's eyes. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { sellerSeenBy } from '#sales/vendors/server/selling.service.ts';
import type { Offer, plansCalls } from '../plans.contract.ts';
import { itemOf } from './plan-view.service.ts';
import { currentPricesOf, onSale } from './plans.queries.ts';

type Offers = ResultIn<typeof plansCalls.offers>;
const nothing: Offers = { currency: null, currencies: [], items: [] };

/** The asked currency when something is sold in it, else the first of the first plan. */
function chosen(asked: string | undefined, currencies: readonly string[]): string | null {
  if (asked !== undefined && currencies.includes(asked)) return asked;
  return currencies.includes('EUR') ? 'EUR' : (currencies[0] ?? null);
}

export async function offers(ctx: Ctx, query: Parsed<typeof plansCalls.offers>['query']): Promise<Offers> {
  const { read } = ctx.system;
  const sellerId = await sellerSeenBy(ctx);
  if (sellerId === null) return nothing;
  const rows = await onSale(read, { sellerId, code: query.code ?? null });
  const prices = await currentPricesOf(
    read,
    rows.map((row) => row.plan.id),
  );
  const currencies = [...new Set(prices.map((price) => price.currency))].sort();
  const currency = chosen(query.currency, currencies);
  const items = rows.map(({ plan, version }): Offer => {
    const { prices: all, createdAt: _made, ...item } = itemOf(plan, prices);
    return {
      ...item,
      name: plan.words[ctx.locale]?.name ?? plan.name,
      summary: plan.words[ctx.locale]?.summary ?? plan.summary,
      entitlements: version.entitlements,
      trialDays: version.trialDays,
      trialNeedsMethod: version.trialNeedsMethod,
      hours: version.hours,
      seatKey: version.seatKey,
      seatMost: version.seatMost,
      prices: all.filter((price) => price.currency === currency),
    };
  });
  return { currency, currencies, items: items.filter((item) => item.prices.length > 0) };
}
