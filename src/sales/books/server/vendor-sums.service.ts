/** What resellers bring and are owed. It spans accounts, hence the system's eyes. */
import type { Ctx } from '#kit/server/ctx.ts';
import { operatorOf } from '#sales/vendors/server/access.service.ts';
import type { VendorSums } from '../books.contract.ts';
import { customersThrough, owedToVendors, recurringThrough, vendorsWaiting } from './vendor-sums.queries.ts';

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
