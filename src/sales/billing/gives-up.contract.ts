/** Orders by transfer that a purchase in another currency takes the place of: they are shown, and given up only by word of their buyer. */
import * as z from 'zod/mini';
import { isId } from '#kit/ids.ts';
import { amount } from './invoices.contract.ts';

/** `invoiceId`: by which it is agreed to. `number` null: its tax is not settled yet. `total`: what of it is not paid. */
export const orderGivenUp = z.object({
  invoiceId: z.string(),
  number: z.nullable(z.string()),
  planName: z.string(),
  total: amount,
  currency: z.string(),
});
export type OrderGivenUp = z.output<typeof orderGivenUp>;

/** Ids of the invoices of those orders that the buyer gives up; whatever waits and is not named refuses the purchase. */
export const agreedTo = z.optional(z.array(z.string().check(z.refine(isId, 'not_an_id'))).check(z.maxLength(100)));
/** `order_waiting`: one that was not named; `order_reported`: the customer reported its payment. */
export const givesUpFailures = { order_waiting: 409, order_reported: 409 } as const;
