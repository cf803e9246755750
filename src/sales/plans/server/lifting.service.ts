/** Which plan lifts a limit: the cheapest that the account's seller offers to everybody and that has more of it. */
import { rateOf } from '../lifting.rules.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { LimitName } from '#core/accounts/refusal.rules.ts';
import { heldBy } from '#core/accounts/server/use.service.ts';
import { whoSellsTo } from '#sales/vendors/server/selling.service.ts';
import { currentPricesOf, onSale } from './plans.queries.ts';
import { nameFor } from './sold.service.ts';

/** `need`: the plan must have at least so much; of what is included or not, 1. */
export type Wanted = { accountId: string; limit: LimitName; need: number; locale: string };
export type Lifting = { planId: string; name: string };

/** Null: nobody offers more, or somebody arranges this account's plan or this limit by hand, so that no other plan changes it. */
export async function liftedBy(ctx: Ctx, wanted: Wanted): Promise<Lifting | null> {
  const { read } = ctx.system;
  const selling = await whoSellsTo(read, wanted.accountId);
  if (selling.by === 'reseller' || selling.accountId === null) return null;
  const { plan, extra } = await heldBy(read, wanted.accountId);
  if (plan !== null && extra[wanted.limit] !== undefined) return null;
  const rows = await onSale(read, { sellerId: selling.accountId, code: null });
  const enough = rows.filter(
    ({ plan, version }) => plan.kind === 'base' && rateOf(version.entitlements[wanted.limit]) >= wanted.need,
  );
  if (enough.length === 0) return null;
  const prices = await currentPricesOf(
    read,
    enough.map(({ plan }) => plan.id),
  );
  const monthly = prices.filter((price) => price.period === 'month');
  // prices of different currencies do not compare: those of the currency in which most of these plans are sold
  const counts = Map.groupBy(monthly, (price) => price.currency);
  const currency = [...counts].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))[0]?.[0];
  const [cheapest] = monthly
    .filter((price) => price.currency === currency)
    .sort((a, b) => (a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0));
  const found = enough.find(({ plan }) => plan.id === cheapest?.planId);
  return found === undefined ? null : { planId: found.plan.id, name: nameFor(found.plan, wanted.locale) };
}
