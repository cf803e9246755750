/** A vendor as a seller: invoices that it issued, coupons for its offers, who it is on paper. Amounts are minor units of `currency`. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { totalField } from '#kit/total.contract.ts';
import { allInvoicesCalls, creditWish, invoiceAsks, isOneWish } from '#sales/billing/all-invoices.contract.ts';
import { day, invoiceItem, invoicePage, invoiceStates, words } from '#sales/billing/invoices.contract.ts';
import { sellerCalls, sellerFailures, sellerFields } from '#sales/billing/seller.contract.ts';
import { couponFields, couponItem } from '#sales/plans/plans.contract.ts';
import { AMOUNT_MAX, resaleLimits } from './resale.rules.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const revision = z.nullable(z.int());
const access = 'vendors.manage';
const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));

/** An invoice in the vendor's list, and what its customer asks about it. */
const saleItem = z.extend(invoiceItem, { asks: z.array(z.enum(invoiceAsks)) });
export type SaleItem = z.output<typeof saleItem>;

export const vendorSalesCalls = {
  coupons: call({
    method: 'GET',
    path: '/api/vendor/coupons',
    summary: 'Coupons of the own account as a vendor, newest first.',
    access,
    query: z.object({ ...invoicePage, search: z.optional(z.string().check(z.maxLength(100))) }),
    result: z.object({ items: z.array(couponItem), next: z.nullable(z.string()), total: totalField }),
  }),
  addCoupon: call({
    method: 'POST',
    path: '/api/vendor/coupons',
    summary: 'Makes a coupon for own offers. None brings a price below its floor.',
    access,
    body: z.object(couponFields),
    result: couponItem,
    failures: { code_taken: 409, coupon_below_floor: 409, not_wholesale: 409, not_possible: 409 },
  }),
  stopCoupon: call({
    method: 'POST',
    path: '/api/vendor/coupons/{id}/stop',
    summary: 'No further use of an own coupon; whoever used it keeps what it gave.',
    access,
    params: z.object({ id }),
    result: couponItem,
  }),
  sales: call({
    method: 'GET',
    path: '/api/vendor/sales',
    summary: 'Invoices that the own account issued to its customers, newest first.',
    access,
    query: z.object({
      ...invoicePage,
      search: z.optional(z.string().check(z.maxLength(100))),
      /** `objected`, `reported`: what waits for a word of the vendor. */
      state: z.optional(z.enum([...invoiceStates, 'overdue', ...invoiceAsks])),
    }),
    result: z.object({ items: z.array(saleItem), next: z.nullable(z.string()), total: totalField }),
  }),
  sale: call({
    method: 'GET',
    path: '/api/vendor/sales/{id}',
    summary: 'One invoice that the own account issued.',
    access,
    params: z.object({ id }),
    result: allInvoicesCalls.get.result,
  }),
  recordSale: call({
    method: 'POST',
    path: '/api/vendor/sales/{id}/payments',
    summary:
      'Notes money that came to the own bank account for an invoice to a customer. What is more than due goes to the balance of the customer.',
    access,
    params: z.object({ id }),
    body: z.object({
      amount: z.int().check(z.gte(1), z.lte(AMOUNT_MAX)),
      valueDate: day,
      bankRef: words(resaleLimits.bankRef),
      note: words(500),
      /** By which of its own ways it came; null: on the bank account; not there: as it was waited for. */
      manual: z.optional(z.nullable(id)),
      /** For one that is paid or void already: money came again. */
      more: z.optional(z.literal(true)),
    }),
    result: allInvoicesCalls.record.result,
    failures: { wrong_state: 409, changed_meanwhile: 409, payment_undecided: 409 },
  }),
  creditSale: call({
    method: 'POST',
    path: '/api/vendor/sales/{id}/credit',
    summary:
      'Gives back a part of an own invoice by a credit note of the own series: first against what is due, the rest to the balance of the customer.',
    access,
    params: z.object({ id }),
    body: z
      .object({ ...creditWish, to: z.literal('balance'), reason })
      .check(z.refine((one) => isOneWish(one), 'amount_or_lines')),
    result: allInvoicesCalls.credit.result,
    failures: { wrong_state: 409, changed_meanwhile: 409, credit_too_much: 409, payment_undecided: 409 },
  }),
  decideSaleTax: call({
    method: 'POST',
    path: '/api/vendor/sales/{id}/tax',
    summary:
      'Says what is charged on an own invoice whose VAT number could not be checked: with tax, or as for a number whose proof somebody saw. It gets its number then.',
    access,
    params: z.object({ id }),
    body: z.object({ as: z.enum(['charge', 'valid']), reason, revision: z.number() }),
    result: allInvoicesCalls.decideTax.result,
    failures: { wrong_state: 409, changed_meanwhile: 409, document_refused: 422, tax_pending: 409, rate_missing: 409 },
  }),
  voidSale: call({
    method: 'POST',
    path: '/api/vendor/sales/{id}/void',
    summary: 'Voids an own invoice on which nothing was paid. Its number stays taken.',
    access,
    params: z.object({ id }),
    body: z.object({ reason }),
    result: allInvoicesCalls.voiding.result,
    failures: { wrong_state: 409, changed_meanwhile: 409, payment_undecided: 409 },
  }),
  seller: call({
    method: 'GET',
    path: '/api/vendor/seller',
    summary: 'Who stands on the invoices of the own account, and where it is paid; null before it is set up.',
    access,
    result: sellerCalls.seller.result,
  }),
  saveSeller: call({
    method: 'PUT',
    path: '/api/vendor/seller',
    summary: 'Changes it, for papers from now on; with a fresh proof, because money is sent to this bank account.',
    access,
    body: z.object({ ...sellerFields, revision }),
    result: sellerCalls.saveSeller.result,
    failures: sellerFailures,
  }),
};
