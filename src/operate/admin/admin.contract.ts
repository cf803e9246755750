/** Accounts and their owners, for those who look after them: the operator and, for its own customers, a vendor. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { REASON_MAX } from '#core/accounts/accounts.rules.ts';
import { emailField, localeField, nameField, timeZoneField } from '#core/identity/identity.contract.ts';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { accountDetail, accountOverview, accountRow, limitsField } from './account-views.contract.ts';
import { NOTE_MAX } from './admin.rules.ts';
import { totalField } from '#kit/total.contract.ts';

const byId = z.object({ id: z.string().check(z.refine(isId, 'not_an_id')) });
const done = z.object({});
const cursor = z.optional(z.string().check(z.maxLength(500)));
const limit = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50);
const proof = { proof_needed: 403 } as const;
export const reasonField = z.string().check(z.trim(), z.minLength(3), z.maxLength(REASON_MAX));
const organisation = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

export const noteView = z.object({ id: z.string(), author: z.nullable(z.string()), body: z.string(), createdAt: z.number() });
export type NoteView = z.infer<typeof noteView>;

export const personView = z.object({
  id: z.string(),
  name: z.string(),
  /** Null: not for this reader. */
  email: z.nullable(z.string()),
  /** Path of the picture, null without one. */
  picture: z.nullable(z.string()),
  locale: z.string(),
  timeZone: z.string(),
  createdAt: z.number(),
  /** Places in accounts that the reader may know of. */
  places: z.array(
    z.object({
      accountId: z.string(),
      account: z.string(),
      role: z.string(),
      since: z.number(),
      /** Leads on. */ kept: z.boolean(),
    }),
  ),
});
export type PersonView = z.infer<typeof personView>;

export const newAccount = z.strictObject({
  organisation,
  email: emailField,
  name: nameField,
  locale: localeField,
  timeZone: timeZoneField,
  limits: z._default(limitsField, {}),
});

export const usersCalls = {
  list: call({
    method: 'GET',
    path: '/api/users',
    summary: 'Accounts with their owners and what they use: all of them for the operator, its own customers for a vendor.',
    access: 'users.manage',
    query: z.object({
      search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
      /** Several, joined by commas. */
      kind: z.optional(z.string().check(z.maxLength(80))),
      state: z.optional(z.string().check(z.maxLength(80))),
      /** Those that hold this plan, or owe; for readers who may see money. */
      plan: z.optional(z.string().check(z.refine(isId, 'not_an_id'))),
      balance: z.optional(z.enum(['open', 'overdue'])),
      sort: z._default(z.enum(['newest', 'oldest', 'name', 'name-down']), 'newest'),
      cursor,
      limit,
    }),
    result: z.object({
      items: z.array(accountRow),
      next: z.nullable(z.string()),
      total: totalField,
      rights: z.object({ money: z.boolean(), create: z.boolean(), staff: z.boolean(), vendors: z.boolean() }),
    }),
  }),
  get: call({
    method: 'GET',
    path: '/api/users/{id}',
    summary: 'One account with its owner, limits, use, and what the reader may do with it.',
    access: 'users.manage',
    params: byId,
    result: accountDetail,
  }),
  overview: call({
    method: 'GET',
    path: '/api/users/{id}/overview',
    summary: 'How one account is doing: plan, next charge, what it owes, its last invoices, meetings and tickets.',
    access: 'users.manage',
    params: byId,
    result: accountOverview,
  }),
  create: call({
    method: 'POST',
    path: '/api/users',
    summary:
      'Makes a customer’s account; its owner gets a mail with a link that sets the password, good for seven days. The operator’s alone.',
    access: 'users.manage',
    body: newAccount,
    result: accountDetail,
    failures: { email_taken: 409 },
  }),
  update: call({
    method: 'PATCH',
    path: '/api/users/{id}',
    summary:
      'Changes name, language, zone or limits of an account. `limits` takes the place of those that were given before; while the account has a plan, it counts instead of what the plan says.',
    access: 'users.manage',
    params: byId,
    body: z.strictObject({
      name: z.optional(organisation),
      locale: z.optional(localeField),
      timeZone: z.optional(timeZoneField),
      limits: z.optional(limitsField),
      version: z.number(),
    }),
    result: accountDetail,
    failures: { pool_exceeded: 409 },
  }),
  suspend: call({
    method: 'POST',
    path: '/api/users/{id}/suspend',
    summary:
      'Suspends an account: everybody in it is signed out, nothing new can be started, meetings that run go on. The owner is told the reason.',
    access: 'users.manage',
    params: byId,
    body: z.strictObject({ reason: reasonField }),
    result: accountDetail,
    failures: { wrong_state: 409 },
  }),
  reactivate: call({
    method: 'POST',
    path: '/api/users/{id}/reactivate',
    summary: 'Opens a suspended account again, or approves one that waits. The owner is told.',
    access: 'users.manage',
    params: byId,
    body: z.strictObject({}),
    result: accountDetail,
    failures: { wrong_state: 409 },
  }),
  setAddress: call({
    method: 'POST',
    path: '/api/users/{id}/owner-email',
    summary:
      'Gives the owner another address to sign in with: all their sessions end, the old address is told, the new one gets a link for a new password.',
    access: 'users.addresses',
    params: byId,
    body: z.strictObject({ email: emailField }),
    result: accountDetail,
    failures: { email_taken: 409, same_email: 400, person_protected: 403, ...proof },
  }),
  readdress: call({
    method: 'POST',
    path: '/api/users/{id}/invitation-email',
    summary:
      'Sends the invitation to own the account to another address, because the first one was mistyped. What was sent there leads nowhere from then on.',
    access: 'users.manage',
    params: byId,
    body: z.strictObject({ email: emailField }),
    result: accountDetail,
    failures: { same_email: 400, wrong_state: 409, ...proof },
  }),
  resetPassword: call({
    method: 'POST',
    path: '/api/users/{id}/reset-password',
    summary: 'Mails the owner a link for a new password. Nobody sees the link but them.',
    access: 'users.manage',
    params: byId,
    body: z.strictObject({}),
    result: done,
    failures: { person_protected: 403 },
  }),
  signOut: call({
    method: 'POST',
    path: '/api/users/{id}/sign-out',
    summary: 'Ends every session of the owner.',
    access: 'users.manage',
    params: byId,
    body: z.strictObject({}),
    result: z.object({ ended: z.number() }),
    failures: { person_protected: 403 },
  }),
  notes: call({
    method: 'GET',
    path: '/api/users/{id}/notes',
    summary: 'Notes about an account, newest first: those of the reader’s own account. Its people never see them.',
    access: 'users.manage',
    params: byId,
    query: z.object({ cursor, limit }),
    result: z.object({ items: z.array(noteView), next: z.nullable(z.string()) }),
  }),
  addNote: call({
    method: 'POST',
    path: '/api/users/{id}/notes',
    summary: 'Adds a note about an account. It stays as it is.',
    access: 'users.manage',
    params: byId,
    body: z.strictObject({ body: z.string().check(z.trim(), z.minLength(1), z.maxLength(NOTE_MAX)) }),
    result: noteView,
  }),
  person: call({
    method: 'GET',
    path: '/api/people/{id}',
    summary:
      'A person as far as the reader may know them: a colleague of the same account, or somebody in an account that the reader looks after.',
    access: 'user',
    params: byId,
    result: personView,
  }),
};
