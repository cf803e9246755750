/** The tax of an invoice once more in the currency of the seller's books. Amounts are minor units of `currency`; days are `YYYY-MM-DD`. */
import * as z from 'zod/mini';

const accountingView = z.object({
  currency: z.string(),
  tax: z.int(),
  /** As published: `1 EUR = 1.085 USD`, and a second one where it goes by way of the euro. */
  quotes: z.string(),
  source: z.enum(['ecb', 'own']),
  /** Who published it, where that is not the European Central Bank. */
  origin: z.string(),
  day: z.string(),
});
export type AccountingView = z.output<typeof accountingView>;
export const accountingFields = {
  /** Null where it is the invoice's own currency, or there is no tax. */
  accounting: z.nullable(accountingView),
  /** Of a claim without a number: the answer about a VAT number, or an exchange rate between two currencies (`USD EUR`). */
  waitsFor: z.nullable(z.object({ what: z.enum(['vat_check', 'rate']), between: z.string() })),
};
