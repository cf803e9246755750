/** What a purchase in another currency takes the place of: an order by transfer is given up by its buyer's word, never silently. */
import { Failure } from '#kit/errors.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findPlanNames } from '#sales/plans/server/sold.service.ts';
import type { OrderGivenUp } from '../gives-up.contract.ts';
import { ordersElsewhere } from './gives-up.queries.ts';

type AccountCurrency = { accountId: string; currency: string };
async function mayGiveUp(db: Db, of: AccountCurrency) {
  const orders = await ordersElsewhere(db, of);
  // its money may be on its way: the seller looks for it first
  const said = orders.find((one) => one.reported);
  if (said !== undefined) throw new Failure('order_reported', { data: { number: said.number ?? '' } });
  return orders;
}

/** What would be given up, in words of `locale`. `db` sees all. Throws `order_reported`. */
export async function givenUpBy(db: Db, { locale, ...of }: AccountCurrency & { locale: string }): Promise<OrderGivenUp[]> {
  const orders = await mayGiveUp(db, of);
  if (orders.length === 0) return [];
  const names = await findPlanNames(
    db,
    orders.map((one) => one.planId),
    locale,
  );
  return orders.map(({ invoiceId, number, planId, remaining, currency }) => ({
    ...{ invoiceId, number, currency, planName: names.get(planId) ?? '', total: Number(remaining) },
  }));
}

/** Throws `order_waiting` where something would be given up that the buyer did not name, `order_reported` as above. */
export async function mustAgree(
  db: Db,
  { givesUp, ...of }: AccountCurrency & { givesUp: readonly string[] | undefined },
): Promise<void> {
  const unnamed = (await mayGiveUp(db, of)).filter((one) => givesUp?.includes(one.invoiceId) !== true);
  if (unnamed.length > 0) throw new Failure('order_waiting', { data: { invoices: unnamed.map((one) => one.invoiceId) } });
}
