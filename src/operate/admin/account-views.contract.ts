/** Accounts as their operator or reseller sees them. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { accountKind, accountState } from '#core/identity/identity.contract.ts';
import { subscriptionStates } from '#sales/billing/billing.contract.ts';
import { invoiceItem } from '#sales/billing/invoices.contract.ts';
import { overflowView } from '#sales/overflow/overflow.contract.ts';
import { ticketStates } from '#talk/tickets/tickets.rules.ts';
import { LIMIT_MAX, type LimitKey, type LimitSwitch } from './admin.rules.ts';

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
export type OwedAmount = z.infer<typeof owed>;
const standing = z.object({
  plan: z.nullable(z.object({ id: z.string(), name: z.string(), state: z.enum(subscriptionStates) })),
  /** What it owes the reader's account, in the smallest unit of each currency. */
  owes: z.array(owed),
});
/** `standing`: null for readers who may not see money. */
export const accountRow = z.extend(accountItem, { standing: z.nullable(standing) });
export type AccountRow = z.infer<typeof accountRow>;

export const accountOverview = z.object({
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
  meetings: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Null: it never began. */ at: z.nullable(z.number()),
      people: z.number(),
      live: z.boolean(),
    }),
  ),
  /** Null for readers who answer no tickets. */
  tickets: z.nullable(
    z.array(
      z.object({ id: z.string(), number: z.number(), subject: z.string(), state: z.enum(ticketStates), updatedAt: z.number() }),
    ),
  ),
});
export type AccountOverview = z.infer<typeof accountOverview>;

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
