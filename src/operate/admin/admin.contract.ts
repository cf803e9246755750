/** Accounts and their owners, for whoever looks after them: the operator and, for its own customers, a vendor. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { REASON_MAX } from '#core/accounts/accounts.rules.ts';
import {
  accountKind,
  accountState,
  emailField,
  localeField,
  nameField,
  timeZoneField,
} from '#core/identity/identity.contract.ts';
import { subscriptionStates } from '#sales/billing/billing.contract.ts';
import { invoiceItem } from '#sales/billing/invoices.contract.ts';
import { ticketStates } from '#talk/tickets/tickets.rules.ts';
import { overflowView } from '#sales/overflow/overflow.contract.ts';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { LIMIT_MAX, type LimitKey, type LimitSwitch, NOTE_MAX } from './admin.rules.ts';
import { totalField } from '#kit/total.contract.ts';

const byId = z.object({ id: z.string().check(z.refine(isId, 'not_an_id')) });
const done = z.object({});
const cursor = z.optional(z.string().check(z.maxLength(500)));
const limit = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50);
const proof = { proof_needed: 403 } as const;
export const reasonField = z.string().check(z.trim(), z.minLength(3), z.maxLength(REASON_MAX));
const organisation = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

/** Null = no limit. */
const figure = z.nullable(z.int().check(z.gte(0), z.lte(LIMIT_MAX)));
const allowed = z.optional(z.boolean());
const figures = {
  rooms: z.optional(figure),
  people: z.optional(figure),
  meetingsAtOnce: z.optional(figure),
  peopleAtOnce: z.optional(figure),
  peoplePerMeeting: z.optional(figure),
  minutesPerMeeting: z.optional(figure),
  recordingGb: z.optional(figure),
  recordingDays: z.optional(figure),
  minutesPerMonth: z.optional(figure),
  groups: z.optional(figure),
  webhooks: z.optional(figure),
  accessKeys: z.optional(figure),
  ltiPlatforms: z.optional(figure),
  callsPerMinute: z.optional(figure),
  auditDays: z.optional(figure),
  analyticsDays: z.optional(figure),
  libraryGb: z.optional(figure),
  fileMb: z.optional(figure),
  filePages: z.optional(figure),
  firstResponseMinutes: z.optional(figure),
  ...{ recordingAllowed: allowed, minutesBeyond: allowed, apiAllowed: allowed, branding: allowed },
  ...{ customSlug: allowed, customDomain: allowed, removeFooter: allowed, prioritySupport: allowed, ltiAllowed: allowed },
} satisfies Record<LimitKey | LimitSwitch, z.ZodMiniType>;
/** What differs from the standard; a limit that is left out follows the standard. */
export const limitsField = z.strictObject(figures);

const ownerView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Whether the address was proven by a mail. */
  proven: z.boolean(),
});
const usage = z.object({
  rooms: z.number(),
  people: z.number(),
  /** Begun in the last 30 days. */
  meetings: z.number(),
  recordedBytes: z.number(),
});
export const accountItem = z.object({
  id: z.string(),
  name: z.string(),
  kind: accountKind,
  state: accountState,
  owner: z.nullable(ownerView),
  /** Who was asked to own it and has not accepted, as it was typed; nobody acts in their name. */
  invited: z.nullable(z.object({ name: z.string(), email: z.string() })),
  usage,
  /** To ten minutes; null: nobody of it was ever there. */
  lastActiveAt: z.nullable(z.number()),
  createdAt: z.number(),
  /** Who brought it in; null: the operator. */
  vendor: z.nullable(z.object({ id: z.string(), name: z.string() })),
});
export type AccountItem = z.infer<typeof accountItem>;

const owed = z.object({ currency: z.string(), minor: z.number(), overdue: z.boolean() });
export type Owed = z.infer<typeof owed>;
const standing = z.object({
  plan: z.nullable(z.object({ id: z.string(), name: z.string(), state: z.enum(subscriptionStates) })),
  /** What it owes the reader's account, in the smallest unit of each currency. */
  owes: z.array(owed),
});
/** `standing`: null for readers who may not see money. */
const accountRow = z.extend(accountItem, { standing: z.nullable(standing) });
export type AccountRow = z.infer<typeof accountRow>;

const overview = z.object({
  /** Null for readers who may not see money. */
  money: z.nullable(
    z.object({
      plan: z.nullable(
        z.object({
          name: z.string(),
          state: z.enum(subscriptionStates),
          period: z.enum(['month', 'year', 'once']),
          /** The next charge, with tax; null when nothing more is charged. */
          next: z.nullable(z.object({ at: z.number(), minor: z.number(), currency: z.string() })),
        }),
      ),
      owes: z.array(owed),
      /** The newest five. */
      invoices: z.array(invoiceItem),
    }),
  ),
  meetings: z.array(z.object({ id: z.string(), name: z.string(), at: z.number(), people: z.number(), live: z.boolean() })),
  /** Null for readers who answer no tickets. */
  tickets: z.nullable(
    z.array(
      z.object({ id: z.string(), number: z.number(), subject: z.string(), state: z.enum(ticketStates), updatedAt: z.number() }),
    ),
  ),
});
export type AccountOverview = z.infer<typeof overview>;

export const accountDetail = z.extend(accountItem, {
  locale: z.string(),
  timeZone: z.string(),
  /** Why it is not open, and since when. */
  stateReason: z.nullable(z.string()),
  stateAt: z.nullable(z.number()),
  /** Whether a plan counts at the moment, or the standard. */
  limitsBy: z.enum(['plan', 'standard']),
  /** What differs from `standard`: from what the plan and its add-ons allow, else from what every account may have. */
  limits: z.object(figures),
  standard: z.object(figures),
  /** What it has more of than its plan allows, and when that rests. */
  over: z.array(overflowView),
  version: z.number(),
  rights: z.object({
    edit: z.boolean(),
    limits: z.boolean(),
    suspend: z.boolean(),
    reactivate: z.boolean(),
    approve: z.boolean(),
    address: z.boolean(),
    readdress: z.boolean(),
    reset: z.boolean(),
    signOut: z.boolean(),
    actFor: z.boolean(),
  }),
});
export type AccountDetail = z.infer<typeof accountDetail>;

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
      /** Those that hold this plan, or owe; for whoever may see money. */
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
    result: overview,
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
