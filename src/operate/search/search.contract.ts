/** What one may see, found by its words: one question to every domain. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';

/** In the order in which they are shown. */
export const searchKinds = [
  'account',
  'person',
  'recording',
  'meeting',
  'invoice',
  'ticket',
  'server',
  'plan',
  'post',
  'file',
] as const;
export type SearchKind = (typeof searchKinds)[number];

const searchHit = z.object({
  kind: z.enum(searchKinds),
  id: z.string(),
  name: z.string(),
  /** What tells it from others of its name: an account, an address, a number. */
  detail: z.nullable(z.string()),
  at: z.nullable(z.number()),
  /** Of an invoice, in the smallest unit of its currency. */
  amount: z.nullable(z.object({ minor: z.number(), currency: z.string() })),
  /** `theirs`: of a customer of the operator, `sold`: issued by this reseller; both have other pages than one's own. */
  side: z.enum(['own', 'theirs', 'sold']),
});
export type SearchHit = z.output<typeof searchHit>;

export const searchCalls = {
  find: call({
    method: 'GET',
    path: '/api/search',
    summary: 'Finds accounts, people, recordings, meetings, invoices, tickets, servers, plans, posts and files by their words.',
    access: 'user',
    query: z.object({ q: z.string().check(z.trim(), z.minLength(2), z.maxLength(100)) }),
    /** At most five of a kind; kinds that one may not see have none. */
    result: z.object({ items: z.array(searchHit) }),
  }),
};
