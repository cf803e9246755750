/** People of the present account, for everything that chooses some of them. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { peopleLimits, peoplePurposes } from './people.rules.ts';

export const foundPerson = z.object({
  id: z.string(),
  name: z.string(),
  /** Null where the purpose needs none. */
  email: z.nullable(z.string()),
});
export type FoundPerson = z.infer<typeof foundPerson>;

export const foundGroup = z.object({ id: z.string(), name: z.string(), people: z.number() });
export type FoundGroup = z.infer<typeof foundGroup>;

export const peopleCalls = {
  find: call({
    method: 'GET',
    path: '/api/people',
    summary:
      'People of the account who can be chosen for a purpose: those whose name or address has words that begin so, else those with whom the reader worked last and those who came last.',
    access: 'user',
    query: z.object({
      for: z.enum(peoplePurposes),
      search: z._default(z.string().check(z.trim(), z.maxLength(peopleLimits.search)), ''),
      /** Exactly this address, in place of a search. */
      email: z.optional(z.string().check(z.maxLength(254))),
      /** Those who are in this group, in place of a search. */
      group: z.optional(z.string().check(z.refine(isId, 'not_an_id'))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(peopleLimits.found)), peopleLimits.usual),
    }),
    result: z.object({
      items: z.array(foundPerson),
      /** Groups of that name, where the purpose allows to choose all who are in one. */
      groups: z._default(z.array(foundGroup), []),
    }),
  }),
};
