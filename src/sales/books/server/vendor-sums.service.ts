/** What resellers bring and are owed. It spans accounts, hence the system's eyes. */
import type { Ctx } from '#kit/server/ctx.ts';
import { operatorOf } from '#sales/vendors/server/access.service.ts';
import type { VendorMoney, VendorSums } from '../books.contract.ts';
import {
  customersThrough,
  owedToEach,
  owedToVendors,
  recurringOfEach,
  recurringThrough,
  termsOfEach,
  vendorsWaiting,
} from './vendor-sums.queries.ts';

/** For the operator; for everybody else there is no such thing. */
export async function vendorSums(ctx: Ctx): Promise<VendorSums> {
  operatorOf(ctx);
  const db = ctx.system.read;
  const [customers, recurring, toPay, waiting] = await Promise.all([
    customersThrough(db),
    recurringThrough(db),
    owedToVendors(db),
    vendorsWaiting(db),
  ]);
  return {
    ...customers,
    recurring: recurring.map((one) => ({ ...one, amount: Number(one.amount) })),
    toPay: toPay.map((one) => ({ ...one, amount: Number(one.amount) })),
    waiting: { count: waiting.count, since: waiting.since === null ? null : Number(waiting.since) },
  };
}

/** The same for single resellers, for the operator; `ids` with commas between them. What is no reseller is left out. */
export async function eachVendor(ctx: Ctx, ids: string): Promise<{ items: VendorMoney[] }> {
  operatorOf(ctx);
  const db = ctx.system.read;
  const asked = ids.split(',');
  const [vendors, recurring, owed] = await Promise.all([
    termsOfEach(db, asked),
    recurringOfEach(db, asked),
    owedToEach(db, asked),
  ]);
  const of = (rows: typeof owed, id: string) =>
    rows.filter((row) => row.id === id).map(({ currency, amount }) => ({ currency, amount: Number(amount) }));
  return {
    items: vendors.map(({ id, model, rate }) => ({
      id,
      terms: model === null ? null : { model, rate },
      recurring: of(recurring, id),
      toPay: of(owed, id),
    })),
  };
}
