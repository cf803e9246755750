/** Vendors (resellers): the operator's list of them, and what a vendor does for the customers it brings in. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isColour } from '#kit/colour.ts';
import { locales } from '#kit/facts.ts';
import { isId } from '#kit/ids.ts';
import { isTimeZone } from '#core/accounts/accounts.rules.ts';
import { emailField, nameField } from '#core/identity/identity.contract.ts';
import { POOL_MAX, vendorLimits, vendorStates } from './vendors.rules.ts';
import { totalField } from '#kit/total.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const amount = z.number().check(z.int(), z.gte(0), z.lte(POOL_MAX));
const share = <T extends z.ZodMiniType>(each: T) =>
  z.object({ rooms: each, people: each, meetingsAtOnce: each, peopleAtOnce: each, recordingGb: each });
const pool = share(z.nullable(amount));
const grant = share(amount);
/** What is in use at this moment; recordings in GB with a decimal. */
const use = share(z.number());
const words = (most: number) => z.string().check(z.trim(), z.maxLength(most));
const named = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));
const done = z.object({ done: z.literal(true) });

const application = z.object({
  /** What the applicant does, whom they sell to. */
  about: z.string(),
  website: z.string(),
  /** Customers that they expect in the first year. */
  expected: z.number(),
});
const vendorItem = z.object({
  /** Of the vendor's account. */
  id: z.string(),
  name: z.string(),
  state: z.enum(vendorStates),
  customers: z.number(),
  pool,
  given: grant,
  appliedAt: z.number(),
  changedAt: z.number(),
});
export type VendorItem = z.output<typeof vendorItem>;
const customerStates = ['active', 'pending', 'suspended', 'closed'] as const;
/** What customers see of a vendor instead of the product. `logo`: a path of this site. */
const look = {
  name: z.nullable(z.string()),
  accent: z.nullable(z.string()),
  senderName: z.nullable(z.string()),
  replyTo: z.nullable(z.string()),
  host: z.nullable(z.string()),
  logo: z.nullable(z.string()),
};
const vendorLook = z.object(look);
export type VendorLook = z.output<typeof vendorLook>;
const vendorView = z.extend(vendorItem, {
  application,
  appliedBy: z.nullable(z.object({ name: z.string(), email: z.string() })),
  /** Who was asked to own the account and has not accepted, as it was typed. */
  invited: z.nullable(z.object({ name: z.string(), email: z.string() })),
  contractVersion: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  host: z.nullable(z.string()),
  look: vendorLook,
  /** The customers that came last; `customers` is how many there are. */
  newest: z.array(z.object({ id: z.string(), name: z.string(), state: z.enum(customerStates) })),
  /** By all its customers together. */
  used: use,
  revision: z.number(),
});
export type VendorView = z.output<typeof vendorView>;

const customerItem = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(customerStates),
  grant,
  /** What it uses now; `minutes` of people in meetings and `meetings` of the last 30 days. No names, no recordings. */
  use: z.object({
    rooms: z.number(),
    people: z.number(),
    meetingsNow: z.number(),
    peopleNow: z.number(),
    recordedBytes: z.number(),
    meetings: z.number(),
    minutes: z.number(),
  }),
  createdAt: z.number(),
});
export type CustomerItem = z.output<typeof customerItem>;

const brand = z.object({
  ...look,
  hostCheckedAt: z.nullable(z.number()),
  hostTrouble: z.nullable(z.string()),
  /** The DNS record (TXT) by which the host name is proven to be one's own. */
  hostRecord: z.nullable(z.object({ name: z.string(), value: z.string() })),
  revision: z.number(),
});
export type BrandView = z.output<typeof brand>;
const page = {
  search: z.optional(z.string().check(z.maxLength(100))),
  cursor: z.optional(z.string().check(z.maxLength(500))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
};
/** `pool_exceeded` carries `key`, `left` or `given`, and `wish`. */
const poolFailures = { pool_exceeded: 409, vendor_not_active: 409 } as const;

export const vendorsCalls = {
  list: call({
    method: 'GET',
    path: '/api/vendors',
    summary: 'Vendors and those who want to be one, newest first, for the operator.',
    access: 'vendors.manage',
    query: z.object({ ...page, state: z.optional(z.enum(vendorStates)) }),
    result: z.object({ items: z.array(vendorItem), next: z.nullable(z.string()), total: totalField }),
  }),
  get: call({
    method: 'GET',
    path: '/api/vendors/{id}',
    summary: 'One vendor with its application, for the operator.',
    access: 'vendors.manage',
    params: z.object({ id }),
    result: vendorView,
  }),
  add: call({
    method: 'POST',
    path: '/api/vendors',
    summary:
      'Makes an account for a vendor, approved at once, and invites its owner by mail; for the operator with a fresh proof.',
    access: 'vendors.manage',
    body: z.object({
      organisation: named(vendorLimits.name),
      ownerName: nameField,
      ownerEmail: emailField,
      locale: z.enum(locales),
      timeZone: z.string().check(z.maxLength(64), z.refine(isTimeZone)),
      contractVersion: named(vendorLimits.contract),
      pool,
    }),
    result: vendorView,
    failures: { proof_needed: 403 },
  }),
  edit: call({
    method: 'PATCH',
    path: '/api/vendors/{id}',
    summary: 'Changes the pool and the terms of a vendor. A pool never becomes smaller than what was given out of it.',
    access: 'vendors.manage',
    params: z.object({ id }),
    body: z.object({
      contractVersion: z.optional(named(vendorLimits.contract)),
      pool: z.optional(pool),
      revision: z.number(),
    }),
    result: vendorView,
    failures: { ...poolFailures, not_possible: 409 },
  }),
  step: call({
    method: 'POST',
    path: '/api/vendors/{id}/state',
    summary: 'Approves, rejects, suspends, restores or terminates a vendor; for the operator with a fresh proof.',
    access: 'vendors.manage',
    params: z.object({ id }),
    body: z.object({
      to: z.enum(['active', 'rejected', 'suspended', 'terminated']),
      /** Sent to the vendor; needed unless it becomes active. */
      reason: z.optional(named(vendorLimits.reason)),
      /** Needed for the approval. */
      contractVersion: z.optional(named(vendorLimits.contract)),
    }),
    result: vendorView,
    failures: { proof_needed: 403, not_possible: 409, reason_needed: 400, contract_needed: 400 },
  }),
  standing: call({
    method: 'GET',
    path: '/api/vendor',
    summary: 'What the own account is as a vendor: nothing, waiting, or what it may give away.',
    access: 'account.edit',
    result: z.object({
      state: z.nullable(z.enum(vendorStates)),
      reason: z.nullable(z.string()),
      /** False where another application makes no sense: of a vendor's customer, or of one who waits. */
      mayApply: z.boolean(),
      pool: z.nullable(pool),
      given: z.nullable(grant),
      /** By all its customers together. */
      used: z.nullable(use),
      starter: z.nullable(grant),
      /** What the referral link carries. */
      referral: z.nullable(z.string()),
      customers: z.number(),
    }),
  }),
  apply: call({
    method: 'POST',
    path: '/api/vendor/application',
    summary: 'Asks the operator to become a vendor; for the owner of a customer account.',
    access: 'account.edit',
    body: z.object({
      about: named(vendorLimits.text),
      website: words(200),
      expected: z.number().check(z.int(), z.gte(1), z.lte(100_000)),
    }),
    result: done,
    failures: { not_possible: 409, owner_only: 403 },
  }),
  starter: call({
    method: 'PUT',
    path: '/api/vendor/starter',
    summary: 'What a customer who signs up by the referral link begins with.',
    access: 'vendors.manage',
    body: z.object({ starter: grant }),
    result: done,
  }),
  customers: call({
    method: 'GET',
    path: '/api/vendor/customers',
    summary: 'The customers that the own account brought in, with what they were given and what they use.',
    access: 'vendors.manage',
    query: z.object(page),
    result: z.object({ items: z.array(customerItem), next: z.nullable(z.string()), total: totalField }),
  }),
  addCustomer: call({
    method: 'POST',
    path: '/api/vendor/customers',
    summary: 'Makes an account for a customer out of the pool and invites its owner by mail.',
    access: 'vendors.manage',
    body: z.object({
      organisation: named(vendorLimits.name),
      ownerName: nameField,
      ownerEmail: emailField,
      locale: z.enum(locales),
      grant,
    }),
    result: z.object({ id: z.string() }),
    failures: poolFailures,
  }),
  grant: call({
    method: 'PUT',
    path: '/api/vendor/customers/{id}/grant',
    summary: 'Changes what a customer holds out of the pool.',
    access: 'vendors.manage',
    params: z.object({ id }),
    body: z.object({ grant }),
    result: z.object({ grant }),
    failures: poolFailures,
  }),
  brand: call({
    method: 'GET',
    path: '/api/vendor/brand',
    summary: 'The look that the own customers see.',
    access: 'vendors.manage',
    result: brand,
  }),
  setBrand: call({
    method: 'PATCH',
    path: '/api/vendor/brand',
    summary: 'Changes name, accent, sender or host name. A light colour is shown darker where white stands on it.',
    access: 'vendors.manage',
    body: z.object({
      name: z.optional(z.nullable(named(vendorLimits.brandName))),
      accent: z.optional(z.nullable(z.string().check(z.refine(isColour, 'not_a_colour')))),
      senderName: z.optional(z.nullable(named(vendorLimits.brandName))),
      replyTo: z.optional(z.nullable(emailField)),
      host: z.optional(z.nullable(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(253)))),
      revision: z.number(),
    }),
    result: brand,
    failures: { low_contrast: 400, bad_host: 400 },
  }),
  setLogo: call({
    method: 'PUT',
    path: '/api/vendor/logo',
    summary: 'Sets the logo from a PNG, JPEG or WebP picture (base64), which is drawn anew; null takes it away.',
    access: 'vendors.manage',
    body: z.object({ picture: z.nullable(z.string().check(z.maxLength(1_400_000))) }),
    result: brand,
    failures: { not_a_picture: 400, picture_too_large: 400 },
    bodyLimit: 1_500_000,
  }),
  checkHost: call({
    method: 'POST',
    path: '/api/vendor/brand/check-host',
    summary:
      'Looks whether the host name is proven by its DNS record and leads here; from then on it is nobody else’s and shows the own look.',
    access: 'vendors.manage',
    result: brand,
    failures: { not_possible: 409, host_taken: 409 },
  }),
};
