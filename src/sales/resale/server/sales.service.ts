/** A vendor as a seller: who it is on paper, and the invoices that it issued. For the operator these calls do not exist. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import * as all from '#sales/billing/server/all-invoices.service.ts';
import { findAsks } from '#sales/billing/server/asking.service.ts';
import { getSeller, saveSeller as keepSeller } from '#sales/billing/server/parties.service.ts';
import { decideTax } from '#sales/billing/server/tax-decision.service.ts';
import { vendorOf } from '#sales/vendors/server/access.service.ts';
import type { resaleCalls } from '../resale.contract.ts';

export async function sales(
  ctx: Ctx,
  query: Parsed<typeof resaleCalls.sales>['query'],
): Promise<ResultIn<typeof resaleCalls.sales>> {
  vendorOf(ctx);
  const page = await all.list(ctx, query);
  const asks = await findAsks(
    ctx,
    page.items.map((one) => one.id),
  );
  return { ...page, items: page.items.map((one) => ({ ...one, asks: [...(asks.get(one.id) ?? [])] })) };
}
export async function sale(ctx: Ctx, id: string): Promise<ResultIn<typeof resaleCalls.sale>> {
  vendorOf(ctx);
  return all.get(ctx, id);
}
type Payment = { id: string; body: Parsed<typeof resaleCalls.recordSale>['body'] };
export async function recordSale(ctx: Ctx, of: Payment): Promise<ResultIn<typeof resaleCalls.recordSale>> {
  vendorOf(ctx);
  return all.recordPayment(ctx, of);
}
type Credit = { id: string; body: Parsed<typeof resaleCalls.creditSale>['body'] };
/** Throws what the operator's own credit notes throw; another seller's invoice is not there. */
export async function creditSale(ctx: Ctx, of: Credit): Promise<ResultIn<typeof resaleCalls.creditSale>> {
  vendorOf(ctx);
  return all.credit(ctx, of);
}
type TaxWord = { id: string; body: Parsed<typeof resaleCalls.decideSaleTax>['body'] };
/** Of an own invoice that waits for the answer about a VAT number; another seller's is not there. */
export async function decideSaleTax(ctx: Ctx, of: TaxWord): Promise<ResultIn<typeof resaleCalls.decideSaleTax>> {
  vendorOf(ctx);
  return decideTax(ctx, of);
}
export async function voidSale(ctx: Ctx, of: { id: string; reason: string }): Promise<ResultIn<typeof resaleCalls.voidSale>> {
  vendorOf(ctx);
  return all.voiding(ctx, of);
}
export async function seller(ctx: Ctx): Promise<ResultIn<typeof resaleCalls.seller>> {
  vendorOf(ctx);
  return getSeller(ctx);
}
export async function saveSeller(
  ctx: Ctx,
  body: Parsed<typeof resaleCalls.saveSeller>['body'],
): Promise<ResultIn<typeof resaleCalls.saveSeller>> {
  vendorOf(ctx);
  return keepSeller(ctx, body);
}
