/** What the customers of a vendor subscribe to, with what it asks and owes for it. */
import { notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { idCursor, pageById } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { addonsFull, addonsSold } from '#sales/billing/server/addons.service.ts';
import { findSold as findSubscriptions, findSubscriptionsUnder } from '#sales/billing/server/resold.service.ts';
import { findPlanNames, findSold } from '#sales/plans/server/sold.service.ts';
import { operatorOf, vendorOf } from '#sales/vendors/server/access.service.ts';
import { findVendorState } from '#sales/vendors/server/selling.service.ts';
import type { resaleCalls, SoldItem } from '../resale.contract.ts';
import { costsOf } from './costs.service.ts';

type Query = Parsed<typeof resaleCalls.ownSold>['query'];
type Page = ResultIn<typeof resaleCalls.ownSold>;
const edge = (amount: bigint | null): number | null => (amount === null ? null : Number(amount));
type Row = Awaited<ReturnType<typeof findSubscriptionsUnder>>[number];

/** Account and plan's name of each of these subscriptions. */
export async function subscriptionsByIds(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { accountId: string; plan: string }>> {
  const rows = await findSubscriptions(db, ids);
  const plans = await findPlanNames(
    db,
    rows.map((row) => row.planId),
    'en-US',
  );
  return new Map(rows.map(({ id, accountId, planId }) => [id, { accountId, plan: plans.get(planId) ?? '' }]));
}

/** What a period costs the customer with seats and add-ons; null when its price is not known any more. */
async function amountOf(db: Db, row: Row): Promise<number | null> {
  const { planId, version, currency, period, seats } = row;
  const sold = await findSold(db, { planId, version, currency, period });
  if (sold === null) return null;
  const addons = addonsFull(await addonsSold(db, row.addons, { currency, period }));
  return Number(sold.price.amount + BigInt(seats) * (sold.price.seatAmount ?? 0n) + addons);
}

async function pageOf(ctx: Ctx, vendorId: string, query: Query): Promise<Page> {
  const { read } = ctx.system;
  const page = { before: idCursor.read(query.cursor), limit: query.limit + 1 };
  const rows = await findSubscriptionsUnder(read, vendorId, page);
  const { shown, next } = pageById(rows, query.limit);
  const names = await findAccountNames(
    read,
    shown.map((row) => row.accountId),
  );
  const plans = await findPlanNames(
    read,
    shown.map((row) => row.planId),
    ctx.locale,
  );
  const costIn = await costsOf(read, vendorId);
  return {
    items: await Promise.all(
      shown.map(
        async (row): Promise<SoldItem> => ({
          ...{ id: row.id, state: row.state, currency: row.currency, period: row.period },
          customer: names.get(row.accountId) ?? '',
          plan: plans.get(row.planId) ?? '',
          amount: await amountOf(read, row),
          floor: edge(costIn(row.currency).period(row)),
          periodEnd: row.periodEnd?.getTime() ?? null,
          own: row.sellerId === vendorId,
        }),
      ),
    ),
    next,
  };
}

export async function soldBy(ctx: Ctx, { id, query }: { id: string; query: Query }): Promise<Page> {
  operatorOf(ctx);
  if ((await findVendorState(ctx.system.read, id)) === null) throw notFound();
  return pageOf(ctx, id, query);
}
export const ownSold = async (ctx: Ctx, query: Query): Promise<Page> => pageOf(ctx, vendorOf(ctx).accountId, query);
