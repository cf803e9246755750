/** How a seller's invoices stand to the currency of its books. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';

const stateView = z.object({
  /** Second currency in which invoices state the tax; null: none. */
  currency: z.nullable(z.string()),
  /** `decided`: the seller chose it, so that claims wait where no rate is known. `country`: it follows from where the seller is, and none wait. */
  by: z.enum(['decided', 'country']),
  /** Claims that wait for a rate. */
  waiting: z.int(),
  /** Documents of the last ninety days without it, because no rate was known; a thousand at most. */
  without: z.int(),
  /** Currencies of prices, and of claims that wait, from which no rate is known today. */
  missing: z.array(z.string()),
});
export type AccountingState = z.output<typeof stateView>;

/** For the operator, and for a vendor that sells in its own name. */
export const accountingCalls = {
  state: call({
    method: 'GET',
    path: '/api/billing/accounting',
    summary: 'In which currency invoices say their tax besides their own, and whether exchange rates are missing for that.',
    access: 'user',
    result: stateView,
  }),
};
