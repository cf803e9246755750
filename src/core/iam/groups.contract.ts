/** Groups of people in an account: who is in them, and what they may do together. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { nameField } from '#core/identity/identity.contract.ts';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { groupMemberStates, iamLimits } from './iam.rules.ts';
import { keptStatements, statements } from './policy.contract.ts';
import { totalField } from '#kit/total.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const byId = z.object({ id });
const done = z.object({});
const failures = { proof_needed: 403, exceeds_own: 403, own_policy: 403, owner_untouchable: 403 } as const;
const description = z.string().check(z.trim(), z.maxLength(iamLimits.description));
const claim = z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^\P{Cc}*$/u)));
const named = z.object({ id: z.string(), name: z.string() });
const idList = z.array(id).check(z.maxLength(iamLimits.attached));

export const groupItem = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** People in it; those who were asked and did not answer yet are not counted. */
  people: z.number(),
  sets: z.array(named),
  statements: z.number(),
  createdAt: z.number(),
  rights: z.object({ edit: z.boolean() }),
});
export type GroupItem = z.infer<typeof groupItem>;
export const groupDetail = z.object({
  ...groupItem.shape,
  statements: keptStatements,
  /** Who has the group of this name at a sign-in provider is in. */
  claim: z.nullable(z.string()),
  version: z.number(),
});
export type GroupDetail = z.infer<typeof groupDetail>;
export const groupMember = z.object({
  userId: z.string(),
  name: z.string(),
  state: z.enum(groupMemberStates),
  since: z.number(),
});
export const myGroup = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  state: z.enum(groupMemberStates),
  /** Null: they are not here any more. */
  invitedBy: z.nullable(z.string()),
  people: z.number(),
  since: z.number(),
});
export type MyGroup = z.infer<typeof myGroup>;

/** What a group may do with one room, from the narrowest to the widest. */
export const sharedRoles = ['look', 'start', 'lead'] as const;
export const sharing = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(sharedRoles),
  /** Whether the group is given the room itself, a tag of it, or everything in the account. */
  through: z.enum(['room', 'tag', 'all']),
  /** The tag, as it is compared. */
  tag: z.nullable(z.string()),
  people: z.number(),
  /** Some of them, by name. */
  names: z.array(z.string()),
});
export type ThingSharing = z.infer<typeof sharing>;

export const groupsCalls = {
  list: call({
    method: 'GET',
    path: '/api/groups',
    summary: 'Groups of this account, newest first.',
    access: 'groups.view',
    query: z.object({
      search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      cursor: z.optional(z.string().check(z.maxLength(500))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    }),
    result: z.object({
      items: z.array(groupItem),
      next: z.nullable(z.string()),
      total: totalField,
      rights: z.object({ manage: z.boolean() }),
    }),
  }),
  get: call({
    method: 'GET',
    path: '/api/groups/{id}',
    summary: 'One group with what it gives.',
    access: 'groups.view',
    params: byId,
    result: groupDetail,
  }),
  sharing: call({
    method: 'GET',
    path: '/api/groups/sharing',
    summary: 'Groups of this account that are given a room, as itself or by one of these tags, by name.',
    access: 'groups.view',
    query: z.object({ room: id, tags: z._default(z.string().check(z.maxLength(1000)), '') }),
    result: z.object({ items: z.array(sharing) }),
  }),
  members: call({
    method: 'GET',
    path: '/api/groups/{id}/people',
    summary: 'The people of a group, by name; those who were asked are among them.',
    access: 'groups.view',
    params: byId,
    query: z.object({
      cursor: z.optional(z.string().check(z.maxLength(1_000))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    }),
    result: z.object({ items: z.array(groupMember), next: z.nullable(z.string()), total: totalField }),
  }),
  create: call({
    method: 'POST',
    path: '/api/groups',
    summary: 'Makes a group.',
    access: 'groups.manage',
    body: z.strictObject({
      name: nameField,
      description: z._default(description, ''),
      statements: z._default(statements, []),
      claim: z._default(claim, null),
      sets: z._default(idList, []),
    }),
    result: groupDetail,
    failures: { name_taken: 409, ...failures },
  }),
  update: call({
    method: 'PATCH',
    path: '/api/groups/{id}',
    summary: 'Changes a group, for everybody in it.',
    access: 'groups.manage',
    params: byId,
    body: z.strictObject({
      name: z.optional(nameField),
      description: z.optional(description),
      statements: z.optional(statements),
      claim: z.optional(claim),
      sets: z.optional(idList),
      version: z.int(),
    }),
    result: groupDetail,
    failures: { name_taken: 409, ...failures },
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/groups/{id}',
    summary: 'Deletes a group; its people stay, and lose what it gave.',
    access: 'groups.manage',
    params: byId,
    result: done,
    failures,
  }),
  add: call({
    method: 'POST',
    path: '/api/groups/{id}/people',
    summary: 'Puts people of the account into a group at once, or asks them first.',
    access: 'groups.manage',
    params: byId,
    body: z.strictObject({
      userIds: z.array(z.string().check(z.maxLength(64))).check(z.minLength(1), z.maxLength(iamLimits.attached)),
      how: z._default(z.enum(['add', 'ask']), 'add'),
    }),
    result: z.object({ added: z.number() }),
    failures,
  }),
  drop: call({
    method: 'DELETE',
    path: '/api/groups/{id}/people/{userId}',
    summary: 'Takes a person out of a group, or an unanswered question back.',
    access: 'groups.manage',
    params: z.object({ id, userId: id }),
    result: done,
    failures,
  }),
  mine: call({
    method: 'GET',
    path: '/api/groups/mine',
    summary: 'Groups that I am in, and those that ask me.',
    access: 'user',
    result: z.object({ items: z.array(myGroup) }),
  }),
  answer: call({
    method: 'POST',
    path: '/api/groups/mine/{id}',
    summary: 'Answers the question of a group, or leaves it.',
    access: 'user',
    params: byId,
    body: z.strictObject({ answer: z.enum(['accept', 'decline', 'leave']) }),
    result: done,
  }),
};
