/** What waits for an answer of the seller: objections, and transfers that customers reported. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { InvoiceAsk } from '../all-invoices.contract.ts';
import { sellerKeeperOf } from './access.service.ts';
import { asksOf } from './asking.queries.ts';

/** Of invoices that the reader sold; none where nothing is asked. */
export async function findAsks(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<InvoiceAsk>>> {
  sellerKeeperOf(ctx);
  return asksOf(ctx.system.read, ids);
}
