/** What an account left behind whose plan ended unpaid: when it is erased, and what the operator may do about it. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { REASON_MAX } from '#core/accounts/accounts.rules.ts';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { totalField } from '#kit/total.contract.ts';
import { dataEndStages, dataEndWhys } from './data-ends.rules.ts';

const byId = z.object({ id: z.string().check(z.refine(isId, 'not_an_id')) });
const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(REASON_MAX));

const held = z.nullable(z.object({ reason: z.string(), by: z.nullable(z.string()), at: z.number() }));
const stage = z.enum(dataEndStages);

/** `on`: when the next step comes: the first word, the closing or the erasure; null: none. */
export const dataEndItem = z.object({
  account: z.object({ id: z.string(), name: z.string() }),
  stage,
  on: z.nullable(z.number()),
});
export type DataEndItem = z.infer<typeof dataEndItem>;

export const dataEndView = z.object({
  /** When the last plan ended that nobody paid for; null: it did not end so, or something was bought or paid since. */
  endedAt: z.nullable(z.number()),
  stage: z.nullable(stage),
  on: z.nullable(z.number()),
  hold: held,
  /** What an erasure took that had begun at that time and was stopped; null: nothing. */
  gone: z.nullable(z.object({ recordings: z.number(), at: z.number() })),
  /** Earlier times, newest first: begun, and why nothing was erased; null why: it goes on, or was erased. */
  past: z.array(z.object({ begunAt: z.number(), endedAt: z.nullable(z.number()), why: z.nullable(z.enum(dataEndWhys)) })),
});
export type DataEndView = z.infer<typeof dataEndView>;

export const dataEndsCalls = {
  mine: call({
    method: 'GET',
    path: '/api/account/data-end',
    summary: 'When the own account is closed and then erased because its plan ended unpaid; null: it is not.',
    access: 'user',
    result: z.object({
      closeAt: z.nullable(z.number()),
      graceDays: z.number(),
      rights: z.object({ export: z.boolean(), buy: z.boolean() }),
    }),
  }),
  list: call({
    method: 'GET',
    path: '/api/data-ends',
    summary:
      'Accounts whose owners were told that their data end, those that are closed for it, and those that are held; what is next stands first. The operator’s alone.',
    access: 'users.manage',
    query: z.object({ limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50) }),
    result: z.object({ items: z.array(dataEndItem), total: totalField, days: z.number() }),
  }),
  get: call({
    method: 'GET',
    path: '/api/users/{id}/data-end',
    summary: 'How far the end of one account’s data is, and whether it is held. The operator’s alone.',
    access: 'users.manage',
    params: byId,
    result: dataEndView,
  }),
  hold: call({
    method: 'PUT',
    path: '/api/users/{id}/data-end/hold',
    summary:
      'Holds the data of a customer’s account, with a reason: nothing erases it, whoever closed it. Its people do not see the reason. The operator’s alone.',
    access: 'users.manage',
    params: byId,
    body: z.strictObject({ reason }),
    result: dataEndView,
    failures: { wrong_state: 409 },
  }),
  release: call({
    method: 'DELETE',
    path: '/api/users/{id}/data-end/hold',
    summary: 'Lets go of what was held. Its owners are told twice anew before anything is erased. The operator’s alone.',
    access: 'users.manage',
    params: byId,
    result: dataEndView,
    failures: { not_possible: 409 },
  }),
};
