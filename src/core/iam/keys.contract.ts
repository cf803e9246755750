/** Keys of programs for the REST API. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { parseRange } from '#kit/ranges.ts';
import { isPermission } from './iam.rules.ts';
import { keyLimits, keyStates, neverByKey } from './keys.rules.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const named = z.object({ id: z.string(), name: z.string() });

export const keyItem = z.object({
  id: z.string(),
  name: z.string(),
  /** The first letters of the key, to know it by. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  /** Addresses and CIDR blocks from which it works; empty: everywhere. */
  ranges: z.array(z.string()),
  /** `account`: acts in the name of the account's owner, and outlives its maker. */
  owner: z.enum(['person', 'account']),
  madeBy: named,
  state: z.enum(keyStates),
  createdAt: z.number(),
  expiresAt: z.nullable(z.number()),
  lastUsedAt: z.nullable(z.number()),
  lastAddress: z.nullable(z.string()),
});
export type KeyItem = z.infer<typeof keyItem>;

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(keyLimits.name));
const scope = z.string().check(
  z.refine(isPermission, 'unknown_permission'),
  z.refine((text) => !neverByKey.includes(text), 'never_by_key'),
);
const range = z.string().check(
  z.maxLength(64),
  z.refine((text) => parseRange(text) !== null, 'not_a_range'),
);
export const newKeyFields = z.strictObject({
  name,
  scopes: z.array(scope).check(z.minLength(1), z.maxLength(keyLimits.scopes)),
  ranges: z._default(z.array(range).check(z.maxLength(keyLimits.ranges)), []),
  expiresAt: z._default(z.nullable(z.int().check(z.gte(0))), null),
  owner: z._default(z.enum(['person', 'account']), 'person'),
});

export const keysCalls = {
  list: call({
    method: 'GET',
    path: '/api/access-keys',
    summary: 'Keys of this account for the REST API, newest first. The keys themselves are told once, when they are made.',
    access: 'keys.manage',
    result: z.object({
      items: z.array(keyItem),
      /** Permissions that the reader can give to a key. */
      scopes: z.array(z.string()),
      /** Whether the reader can make keys of the account's own. */
      forAccount: z.boolean(),
      callsPerMinute: z.number(),
    }),
  }),
  create: call({
    method: 'POST',
    path: '/api/access-keys',
    summary: 'Makes a key; the answer is the only place where it is told.',
    access: 'keys.manage',
    body: newKeyFields,
    result: z.object({ key: keyItem, token: z.string() }),
    failures: { exceeds_own: 403, proof_needed: 403, past: 400 },
  }),
  revoke: call({
    method: 'DELETE',
    path: '/api/access-keys/{id}',
    summary: 'Ends a key; its next call is refused.',
    access: 'keys.manage',
    params: z.object({ id }),
    result: keyItem,
  }),
};
