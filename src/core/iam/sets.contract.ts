/** Permission sets: statements with a name, and what there is to put into them. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { nameField } from '#core/identity/identity.contract.ts';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { iamLimits, presets } from './iam.rules.ts';
import { keptStatements, statements } from './policy.contract.ts';

const byId = z.object({ id: z.string().check(z.refine(isId, 'not_an_id')) });
const done = z.object({});
const proof = { proof_needed: 403 } as const;
const delegation = { exceeds_own: 403, own_policy: 403, owner_untouchable: 403 } as const;
const limit = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50);
const cursor = z.optional(z.string().check(z.maxLength(500)));
const description = z.string().check(z.trim(), z.maxLength(iamLimits.description));
export const preset = z.enum(presets);

export const setView = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  statements: keptStatements,
  people: z.number(),
  groups: z.number(),
  version: z.number(),
  updatedAt: z.number(),
  rights: z.object({ edit: z.boolean() }),
});
export type SetView = z.infer<typeof setView>;

export const setsCalls = {
  sets: call({
    method: 'GET',
    path: '/api/iam/sets',
    summary: 'Permission sets of this account, by name.',
    access: 'iam.view',
    query: z.object({ search: z.optional(z.string().check(z.trim(), z.maxLength(100))), cursor, limit }),
    result: z.object({ items: z.array(setView), next: z.nullable(z.string()), total: z.number() }),
  }),
  createSet: call({
    method: 'POST',
    path: '/api/iam/sets',
    summary: 'Makes a permission set that can be given to people and groups.',
    access: 'iam.manage',
    body: z.strictObject({ name: nameField, description: z._default(description, ''), statements }),
    result: setView,
    failures: { name_taken: 409, ...delegation, ...proof },
  }),
  updateSet: call({
    method: 'PATCH',
    path: '/api/iam/sets/{id}',
    summary: 'Changes a permission set for everybody who has it.',
    access: 'iam.manage',
    params: byId,
    body: z.strictObject({
      name: z.optional(nameField),
      description: z.optional(description),
      statements: z.optional(statements),
      version: z.int(),
    }),
    result: setView,
    failures: { name_taken: 409, ...delegation, ...proof },
  }),
  removeSet: call({
    method: 'DELETE',
    path: '/api/iam/sets/{id}',
    summary: 'Deletes a permission set; whoever had it loses what it gave.',
    access: 'iam.manage',
    params: byId,
    result: done,
    failures: { ...delegation, ...proof },
  }),
  catalogue: call({
    method: 'GET',
    path: '/api/iam/catalogue',
    summary: 'The permissions that this kind of account can give, those that I may give, and what the presets hold.',
    access: 'iam.view',
    result: z.object({
      permissions: z.array(z.object({ name: z.string(), mine: z.boolean(), things: z.boolean() })),
      presets: z.array(z.object({ preset, statements: keptStatements, mine: z.boolean() })),
    }),
  }),
};
