/** A price before anything is booked: every line, tax, and what is paid now. Amounts are minor units; times are epoch milliseconds. */
import * as z from 'zod/mini';
import { taxReasons } from '#sales/tax/tax.rules.ts';
import { amount, invoiceLine, taxGroup } from './invoices.contract.ts';

/** `lines` add up to `linesTotal`; then the coupon, tax, and what is paid now. `next`: what comes after, as things stand. */
export const price = z.object({
  planId: z.string(),
  version: z.number(),
  planName: z.string(),
  currency: z.string(),
  /** `once`: of an event pass. */
  period: z.enum(['month', 'year', 'once']),
  inclusive: z.boolean(),
  lines: z.array(invoiceLine),
  taxes: z.array(taxGroup),
  linesTotal: amount,
  discountTotal: amount,
  coupon: z.nullable(z.object({ code: z.string(), thousandths: z.nullable(z.number()), amount: z.nullable(amount) })),
  net: amount,
  tax: amount,
  total: amount,
  balanceUsed: amount,
  /** What is due at once. */
  toPay: amount,
  /** Key of the sentence about tax; `taxPending`: the VAT number could not be checked yet. */
  taxReason: z.nullable(z.enum(taxReasons)),
  taxPending: z.boolean(),
  trialDays: z.number(),
  /** When it begins, where that is later than today: nothing is paid before. */
  startsAt: z.optional(z.number()),
  next: z.nullable(z.object({ at: z.number(), total: amount })),
});
