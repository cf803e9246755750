/** Wholesale: the operator charges a vendor its floor for each period of its customers that began in a month. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findAccountNames } from '#core/accounts/server/accounts.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { claim } from '#sales/billing/server/claim.service.ts';
import { type Item, priced } from '#sales/billing/server/price.service.ts';
import { type Begun, findBegun, findBuyer, type Seller } from '#sales/billing/server/resold.service.ts';
import { findPlanNames } from '#sales/plans/server/sold.service.ts';
import { holdVendor } from '#sales/vendors/server/access.service.ts';
import type { Month } from '../resale.rules.ts';
import { chargedOf, findStatement, insertCharges, insertStatement } from './earned.queries.ts';
import { floorsOf, handedBy } from './prices.queries.ts';
import type { FloorRow } from './resale.table.ts';

/** How far back a period that was never charged is looked for. */
const lookBackMs = 400 * 86_400_000;

type Owed = Begun & { floor: FloorRow };
/** What began before the end of the month and was not charged yet, with the floor of what was handed on. */
async function owedBy(tx: Db, of: { vendorId: string; month: Month }): Promise<Owed[]> {
  const { vendorId, month } = of;
  const from = new Date(month.until.getTime() - lookBackMs);
  const begun = await findBegun(tx, { sellerId: vendorId, from, until: month.until });
  const charged = await chargedOf(tx, [...new Set(begun.map((one) => one.subscription.id))]);
  const handed = new Map((await handedBy(tx, vendorId)).map((row) => [`${row.planId} ${row.version}`, row]));
  const floors = new Map(
    (await floorsOf(tx, vendorId)).map((row) => [`${row.planId} ${row.version} ${row.currency} ${row.period}`, row]),
  );
  return begun.flatMap((one) => {
    const { planId, version, currency, period, id } = one.subscription;
    const source = handed.get(`${planId} ${version}`);
    const floor = floors.get(`${source?.sourcePlanId} ${source?.sourceVersion} ${currency} ${period}`);
    return floor === undefined || charged.has(`${id} ${one.startsAt.getTime()}`) ? [] : [{ ...one, floor }];
  });
}

const costOf = ({ floor, subscription }: Owed): bigint => floor.amount + BigInt(subscription.seats) * (floor.seatAmount ?? 0n);
type Names = { customers: ReadonlyMap<string, string>; plans: ReadonlyMap<string, string> };
function itemsOf(one: Owed, { customers, plans }: Names): Item[] {
  const { subscription, startsAt, endsAt, floor } = one;
  const base = {
    kind: 'manual' as const,
    title: customers.get(subscription.accountId) ?? '',
    discountable: false,
    span: { start: startsAt.getTime(), end: endsAt.getTime() },
    explained: { subscription: subscription.id },
  };
  const plan = plans.get(subscription.planId) ?? '';
  const seats = BigInt(subscription.seats);
  return [
    { ...base, detail: plan, quantity: 1n, unit: floor.amount },
    ...(seats > 0n && floor.seatAmount !== null
      ? [{ ...base, detail: `${plan} +1`, quantity: seats, unit: floor.seatAmount }]
      : []),
  ];
}

type Charging = { vendorId: string; operator: Seller; month: Month };
async function chargeIn(ctx: Ctx, tx: Db, of: Charging & { currency: string; owed: readonly Owed[] }): Promise<boolean> {
  const { vendorId, operator, month, currency, owed } = of;
  const key = { accountId: vendorId, kind: 'wholesale' as const, month: month.name, currency };
  const buyer = await findBuyer(tx, vendorId);
  if (owed.length === 0 || buyer === null || (await findStatement(tx, key)) !== null) return false;
  const locale = (await findStanding(tx, vendorId))?.locale ?? 'en-US';
  const customers = await findAccountNames(
    tx,
    owed.map((one) => one.subscription.accountId),
  );
  const plans = await findPlanNames(
    tx,
    owed.map((one) => one.subscription.planId),
    locale,
  );
  const items = owed.flatMap((one) => itemsOf(one, { customers, plans }));
  const found = priced({ seller: operator, place: buyer, currency, inclusive: false, items, coupon: null, at: ctx.now() });
  const span = { start: month.from.getTime(), end: month.until.getTime() };
  const invoice = await claim(ctx, tx, {
    ...{ seller: operator, buyer, cause: 'manual', currency, inclusive: false, locale, priced: found, span },
  });
  const id = newId(ctx.now());
  await insertStatement(tx, {
    ...{ ...key, id, number: null, paper: {}, invoiceId: invoice.id, paidOn: null, bankRef: null },
    ...{ net: invoice.net, tax: invoice.tax, gross: invoice.total, issueDate: invoice.issueDate ?? month.day },
    createdAt: new Date(ctx.now()),
  });
  await insertCharges(
    tx,
    owed.map((one) => ({
      ...{ subscriptionId: one.subscription.id, startsAt: one.startsAt, accountId: vendorId, statementId: id },
      ...{ amount: costOf(one), currency },
    })),
  );
  await ctx.bus.push(tx, { topic: `account:${vendorId}`, kind: 'resale' });
  return true;
}

/** One invoice for each currency, with a line for each customer. Throws `tax_pending` while the vendor's VAT number waits for its answer. */
export const chargeMonth = (ctx: Ctx, of: Charging): Promise<number> =>
  ctx.system.write(async (tx) => {
    await holdVendor(tx, of.vendorId);
    const owed = await owedBy(tx, of);
    let written = 0;
    for (const currency of [...new Set(owed.map((one) => one.floor.currency))].sort()) {
      const same = owed.filter((one) => one.floor.currency === currency);
      if (await chargeIn(ctx, tx, { ...of, currency, owed: same })) written += 1;
    }
    return written;
  });
