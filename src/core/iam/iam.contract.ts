/** People of an account and what they may do: invitations, members, permission sets, and the question why. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { emailField, nameField } from '#core/identity/identity.contract.ts';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { aliasTrouble, iamLimits, memberStates, userNameTrouble } from './iam.rules.ts';
import { memberDetail, memberItem } from './iam-views.contract.ts';
import { decisionView, statements } from './policy.contract.ts';
import { preset, setsCalls } from './sets.contract.ts';
import { totalField } from '#kit/total.contract.ts';

export type { MemberDetail, MemberItem } from './iam-views.contract.ts';
export type { SetView } from './sets.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const byId = z.object({ id });
const done = z.object({});
const proof = { proof_needed: 403 } as const;
const delegation = { exceeds_own: 403, own_policy: 403, owner_untouchable: 403 } as const;
const limit = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50);
const cursor = z.optional(z.string().check(z.maxLength(500)));
const idList = z.array(id).check(z.maxLength(iamLimits.attached));
const troubled = (trouble: (text: string) => string | null) =>
  z.string().check(
    z.trim(),
    z.toLowerCase(),
    z.superRefine((text, context) => {
      const found = trouble(text);
      if (found !== null) context.addIssue({ code: 'custom', message: found });
    }),
  );
export const aliasField = troubled(aliasTrouble);
export const userNameField = troubled(userNameTrouble);

/** An end of access lies in the future; null: none. */
const expiresAt = z.nullable(z.int().check(z.gte(0)));

const grants = {
  preset: z._default(preset, 'member'),
  statements: z._default(statements, []),
  sets: z._default(idList, []),
  groups: z._default(idList, []),
  boundary: z._default(z.nullable(statements), null),
  expiresAt: z._default(expiresAt, null),
};
const firstSignIn = z.object({
  /** Path on this site of a link that sets the first password; returned only once. */
  path: z.string(),
  expiresAt: z.number(),
});
/** `link`: the invitation's own, for people who are new here, where there is no mail server to send it. */
const invited = z.extend(memberItem, { link: z.nullable(firstSignIn) });
const thing = z.strictObject({
  kind: z.enum(['room', 'recording', 'account']),
  /** One that nobody knows is a thing that no statement names. */
  id: z.nullable(z.string().check(z.maxLength(64))),
  /** Is it the person's own? Counts without an id alone: whose a thing is that has one is looked up. */
  own: z._default(z.boolean(), false),
});

export const iamCalls = {
  members: call({
    method: 'GET',
    path: '/api/iam/users',
    summary: 'People of this account, newest first; invitations that wait or ran out are among them.',
    access: 'iam.view',
    query: z.object({
      search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      state: z.optional(z.enum(memberStates)),
      group: z.optional(id),
      cursor,
      limit,
    }),
    result: z.object({
      items: z.array(memberItem),
      next: z.nullable(z.string()),
      total: totalField,
      /** Places of the plan; `max` null: no limit. Invitations that wait take one each. */
      seats: z.object({ used: z.number(), max: z.nullable(z.number()) }),
      alias: z.nullable(z.string()),
      rights: z.object({ manage: z.boolean() }),
    }),
  }),
  member: call({
    method: 'GET',
    path: '/api/iam/users/{id}',
    summary: 'One person of this account with everything that was given to them.',
    access: 'iam.view',
    params: byId,
    result: memberDetail,
  }),
  create: call({
    method: 'POST',
    path: '/api/iam/users',
    summary: 'Makes a person who signs in with the account’s alias; the answer holds the link for their first password.',
    access: 'iam.manage',
    body: z.strictObject({ userName: userNameField, name: nameField, ...grants }),
    result: z.object({ member: memberDetail, firstSignIn }),
    failures: { name_taken: 409, alias_missing: 409, ...delegation, ...proof },
  }),
  invite: call({
    method: 'POST',
    path: '/api/iam/invitations',
    summary: 'Mails an invitation that is good for seven days. Who has another account here gets a place in this one, too.',
    access: 'iam.manage',
    body: z.strictObject({ email: emailField, name: z._default(z.string().check(z.trim(), z.maxLength(100)), ''), ...grants }),
    result: invited,
    failures: { already_member: 409, already_invited: 409, ...delegation, ...proof },
  }),
  resend: call({
    method: 'POST',
    path: '/api/iam/invitations/{id}/resend',
    summary: 'Mails the invitation anew, good for another seven days; at most once a minute.',
    access: 'iam.manage',
    params: byId,
    result: invited,
  }),
  revoke: call({
    method: 'DELETE',
    path: '/api/iam/invitations/{id}',
    summary: 'Takes an invitation back; its link leads nowhere from then on.',
    access: 'iam.manage',
    params: byId,
    result: done,
  }),
  update: call({
    method: 'PATCH',
    path: '/api/iam/users/{id}',
    summary: 'Changes what a person may do. It counts from the next request of that person on.',
    access: 'iam.manage',
    params: byId,
    body: z.strictObject({
      preset: z.optional(preset),
      statements: z.optional(statements),
      sets: z.optional(idList),
      groups: z.optional(idList),
      boundary: z.optional(z.nullable(statements)),
      expiresAt: z.optional(expiresAt),
      version: z.int(),
    }),
    result: memberDetail,
    failures: { ...delegation, ...proof },
  }),
  suspend: call({
    method: 'POST',
    path: '/api/iam/users/{id}/suspend',
    summary: 'Keeps a person out; their sessions and open pages end at once.',
    access: 'iam.manage',
    params: byId,
    result: memberDetail,
    failures: delegation,
  }),
  resume: call({
    method: 'POST',
    path: '/api/iam/users/{id}/resume',
    summary: 'Lets a suspended person in again.',
    access: 'iam.manage',
    params: byId,
    result: memberDetail,
    failures: { ...delegation, ...proof },
  }),
  reset: call({
    method: 'POST',
    path: '/api/iam/users/{id}/reset',
    summary:
      'Locks a person out of this account until they chose a new password. With an address they get a mail; else the answer holds the link.',
    access: 'iam.manage',
    params: byId,
    result: z.object({ member: memberDetail, firstSignIn: z.nullable(firstSignIn) }),
    failures: { ...delegation, ...proof },
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/iam/users/{id}',
    summary: 'Takes a person out of the account for good; their sessions end at once. What they made stays.',
    access: 'iam.manage',
    params: byId,
    result: done,
    failures: { ...delegation, ...proof },
  }),
  explain: call({
    method: 'POST',
    path: '/api/iam/users/{id}/explain',
    summary: 'Whether a person may do something to a thing, and what decides it. Changes nothing.',
    access: 'iam.view',
    params: byId,
    body: z.strictObject({
      action: z.string().check(z.maxLength(60)),
      thing,
      /** What is assumed of the request; left out: a second factor, no address, now. */
      mfa: z._default(z.boolean(), true),
      ip: z._default(z.string().check(z.maxLength(64)), ''),
      at: z.optional(z.int()),
    }),
    result: decisionView,
  }),
  uses: call({
    method: 'GET',
    path: '/api/iam/users/{id}/permissions',
    summary: 'Every permission that a person holds, what it reaches, and when it was last used.',
    access: 'iam.view',
    params: byId,
    result: z.object({
      items: z.array(
        z.object({
          name: z.string(),
          /** Everything, own things alone, or a choice of things. */
          reach: z.enum(['everything', 'own', 'some']),
          lastUsedAt: z.nullable(z.number()),
        }),
      ),
    }),
  }),
  ...setsCalls,
  setAlias: call({
    method: 'PUT',
    path: '/api/iam/alias',
    summary: 'The name of the account in sign-ins as `alias/name`. A change renames every such sign-in.',
    access: 'iam.manage',
    body: z.strictObject({ alias: aliasField }),
    result: z.object({ alias: z.string() }),
    failures: { alias_taken: 409, ...proof },
  }),
  myInvitations: call({
    method: 'GET',
    path: '/api/iam/mine/invitations',
    summary: 'Accounts that invited my confirmed address.',
    access: 'user',
    result: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          accountName: z.string(),
          inviterName: z.string(),
          preset,
          expiresAt: z.number(),
          createdAt: z.number(),
        }),
      ),
    }),
  }),
  answerInvitation: call({
    method: 'POST',
    path: '/api/iam/mine/invitations/{id}',
    summary: 'Takes or turns down a place in another account.',
    access: 'user',
    params: byId,
    body: z.strictObject({ answer: z.enum(['accept', 'decline']) }),
    result: z.object({ accountId: z.nullable(z.string()) }),
    failures: { email_unconfirmed: 403, already_member: 409 },
  }),
};
