/** News to customers' programs as the operator sees them. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { deliveryKinds, deliveryStates } from './deliveries.rules.ts';
import { totalField } from '#kit/total.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));

const deliveryItem = z.object({
  id: z.string(),
  account: z.object({ id: z.string(), name: z.string() }),
  kind: z.enum(deliveryKinds),
  method: z.enum(['GET', 'POST']),
  /** Without its query, which may hold what only the customer should know. */
  address: z.string(),
  state: z.enum(deliveryStates),
  tries: z.number(),
  createdAt: z.number(),
  nextAt: z.nullable(z.number()),
  endedAt: z.nullable(z.number()),
  /** Null: nobody answered. */
  lastStatus: z.nullable(z.number()),
  /** A code of ours or of the system, or the beginning of what the receiver wrote. */
  lastTrouble: z.nullable(z.string()),
});
export type DeliveryItem = z.output<typeof deliveryItem>;

export const deliveriesCalls = {
  list: call({
    method: 'GET',
    path: '/api/deliveries',
    summary: 'News to programs of customers (ends of meetings, recordings, statistics, webhooks), newest first.',
    access: 'outbox.view',
    query: z.object({
      state: z.optional(z.enum(deliveryStates)),
      kind: z.optional(z.enum(deliveryKinds)),
      accountId: z.optional(id),
      cursor: z.optional(z.string().check(z.maxLength(500))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    }),
    result: z.object({
      items: z.array(deliveryItem),
      next: z.nullable(z.string()),
      total: totalField,
    }),
  }),
  retry: call({
    method: 'POST',
    path: '/api/deliveries/{id}/retry',
    summary:
      'Tries a delivery at once that waits or was given up, unless it is being tried at this moment; all its tries are made anew.',
    access: 'outbox.view',
    params: z.object({ id }),
    result: deliveryItem,
    failures: { not_possible: 409 },
  }),
};
