/** The catalogue: plans with their versions and prices, coupons, and what may be bought now. Amounts are minor units; times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { locales } from '#kit/facts.ts';
import { isId } from '#kit/ids.ts';
import { isCurrency } from '#kit/money.ts';
import { totalField } from '#kit/total.contract.ts';
import { LIMIT_MAX, seatKeys } from './limits.rules.ts';
import {
  AMOUNT_MAX,
  couponCovers,
  isCouponCode,
  isPlanCode,
  periods,
  planKinds,
  planLimits,
  visibilities,
} from './plans.rules.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const whole = (least: number, most: number) => z.number().check(z.int(), z.gte(least), z.lte(most));
const amount = whole(0, AMOUNT_MAX);
const currency = z.string().check(z.refine(isCurrency, 'unknown_currency'));
const limit = z.optional(z.nullable(whole(0, LIMIT_MAX)));
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(planLimits.name));
const summary = z.string().check(z.trim(), z.maxLength(planLimits.summary));
const planCode = z.string().check(z.refine(isPlanCode, 'plan_code'));
const words = z.partialRecord(z.enum(locales), z.object({ name, summary }));
const revision = z.number().check(z.int());

const entitlements = z.object({
  rooms: limit,
  peoplePerMeeting: limit,
  minutesPerMeeting: limit,
  meetingsAtOnce: limit,
  people: limit,
  peopleAtOnce: limit,
  callsPerMinute: limit,
  recordingAllowed: z.optional(z.boolean()),
  recordingGb: limit,
  recordingDays: limit,
  webhooks: limit,
  minutesPerMonth: limit,
  minutesBeyond: z.optional(z.boolean()),
  groups: limit,
  apiAllowed: z.optional(z.boolean()),
  accessKeys: limit,
  branding: z.optional(z.boolean()),
  customSlug: z.optional(z.boolean()),
  customDomain: z.optional(z.boolean()),
  removeFooter: z.optional(z.boolean()),
  auditDays: limit,
  analyticsDays: limit,
  libraryGb: limit,
  fileMb: limit,
  filePages: limit,
  firstResponseMinutes: limit,
  prioritySupport: z.optional(z.boolean()),
  ltiAllowed: z.optional(z.boolean()),
  ltiPlatforms: z.optional(limit),
});
const price = z.object({
  currency,
  period: z.enum(periods),
  amount,
  setupFee: amount,
  /** Of one more seat for one period; null: none are sold. */
  seatAmount: z.nullable(amount),
  /** Of a thousand participant minutes above the included ones; null: none are charged. The same in all periods of a currency. */
  minuteAmount: z.optional(z.nullable(whole(1, AMOUNT_MAX))),
  /** Whether tax is in the amounts. */
  inclusive: z.boolean(),
});
const day = whole(1, 365);
const dunning = z.object({
  retries: z.array(day).check(z.maxLength(10)),
  reminders: z.array(day).check(z.maxLength(10)),
  restrict: day,
  cancel: day,
});
const terms = z.object({
  /** Of a plan all limits, of an add-on or pass what it adds; null = no limit. */
  entitlements,
  trialDays: whole(0, planLimits.trialDays),
  trialNeedsMethod: z.boolean(),
  /** Of a pass. */
  hours: z.nullable(whole(1, planLimits.hours)),
  /** Which limit one more seat raises by one, and how many may be added. */
  seatKey: z.nullable(z.enum(seatKeys)),
  seatMost: z.nullable(whole(1, planLimits.seats)),
  /** Days from the due date to each step; null = the product's own. */
  dunning: z.nullable(dunning),
  prices: z.array(price).check(z.maxLength(planLimits.prices)),
});
const named = z.object({ name, summary, words, visibility: z.enum(visibilities) });

const shown = {
  id: z.string(),
  kind: z.enum(planKinds),
  code: z.string(),
  name: z.string(),
  summary: z.string(),
  visibility: z.enum(visibilities),
  /** The newest, which is what is sold. */
  version: z.number(),
};
const planItem = z.object({ ...shown, prices: z.array(price), createdAt: z.number() });
export type PlanItem = z.output<typeof planItem>;
const versionView = z.extend(terms, { version: z.number(), createdAt: z.number() });
export type VersionView = z.output<typeof versionView>;
const planView = z.object({
  ...shown,
  words,
  /** Newest first. */
  versions: z.array(versionView),
  revision: z.number(),
  createdAt: z.number(),
});
export type PlanView = z.output<typeof planView>;

const offer = z.object({
  ...shown,
  /** Name and summary are in the reader's language. */
  entitlements,
  trialDays: z.number(),
  trialNeedsMethod: z.boolean(),
  hours: z.nullable(z.number()),
  seatKey: z.nullable(z.enum(seatKeys)),
  seatMost: z.nullable(z.number()),
  prices: z.array(price),
});
export type Offer = z.output<typeof offer>;

export const couponFields = {
  code: z.string().check(z.refine(isCouponCode, 'coupon_code')),
  /** Thousandths of a percent: 10 % = 10000. */
  thousandths: z.nullable(whole(1, 100_000)),
  /** An amount in one currency, instead of a part. */
  off: z.nullable(z.object({ amount: whole(1, AMOUNT_MAX), currency })),
  /** For how many periods; null = for ever. */
  periods: z.nullable(whole(1, planLimits.periods)),
  /** How often it may be used; null = without limit. */
  most: z.nullable(whole(1, planLimits.uses)),
  /** What it discounts, by default the plan with its seats; passes and set-up fees never. */
  covers: z.optional(z.enum(couponCovers)),
  /** With which plans it may be used; null = with every one. */
  planIds: z.nullable(z.array(id).check(z.minLength(1), z.maxLength(100))),
  expiresAt: z.nullable(whole(0, 8_640_000_000_000_000)),
};
export const couponItem = z.object({
  ...couponFields,
  covers: z.enum(couponCovers),
  id: z.string(),
  used: z.number(),
  state: z.enum(['active', 'stopped', 'expired', 'used_up']),
  stoppedAt: z.nullable(z.number()),
  createdAt: z.number(),
});
export type CouponItem = z.output<typeof couponItem>;

const page = {
  search: z.optional(z.string().check(z.maxLength(100))),
  cursor: z.optional(z.string().check(z.maxLength(500))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
};
const access = 'plans.manage';

export const plansCalls = {
  list: call({
    method: 'GET',
    path: '/api/plans',
    summary: 'Plans, add-ons and passes in the order in which they are offered, with the prices of the version on sale.',
    access,
    query: z.object({ ...page, kind: z.optional(z.enum(planKinds)), visibility: z.optional(z.enum(visibilities)) }),
    result: z.object({ items: z.array(planItem), next: z.nullable(z.string()), total: totalField }),
  }),
  get: call({
    method: 'GET',
    path: '/api/plans/{id}',
    summary: 'One plan with all its versions, newest first.',
    access,
    params: z.object({ id }),
    result: planView,
  }),
  create: call({
    method: 'POST',
    path: '/api/plans',
    summary: 'Makes a plan with its first version, at the end of the list.',
    access,
    body: z.extend(named, { kind: z.enum(planKinds), code: planCode, terms }),
    result: planView,
    failures: { code_taken: 409 },
  }),
  edit: call({
    method: 'PATCH',
    path: '/api/plans/{id}',
    summary: 'Changes what a plan is called and who sees it; no new version follows from it.',
    access,
    params: z.object({ id }),
    body: z.extend(z.partial(named), { revision }),
    result: planView,
  }),
  publish: call({
    method: 'POST',
    path: '/api/plans/{id}/versions',
    summary:
      'Sells other terms from now on, as the next version, and changes name and visibility with them; those who hold an earlier one keep it.',
    access,
    params: z.object({ id }),
    body: z.extend(z.partial(named), { terms, revision }),
    result: planView,
    failures: { nothing_changed: 409 },
  }),
  move: call({
    method: 'POST',
    path: '/api/plans/{id}/place',
    summary: 'Puts a plan behind another one, or first.',
    access,
    params: z.object({ id }),
    body: z.object({ after: z.nullable(id) }),
    result: z.object({ done: z.literal(true) }),
  }),
  copy: call({
    method: 'POST',
    path: '/api/plans/{id}/copies',
    summary: 'Makes a private plan with the newest terms of this one.',
    access,
    params: z.object({ id }),
    body: z.object({ name, code: planCode }),
    result: planView,
    failures: { code_taken: 409 },
  }),
  coupons: call({
    method: 'GET',
    path: '/api/coupons',
    summary: 'Coupons, newest first.',
    access,
    query: z.object(page),
    result: z.object({ items: z.array(couponItem), next: z.nullable(z.string()), total: totalField }),
  }),
  addCoupon: call({
    method: 'POST',
    path: '/api/coupons',
    summary: 'Makes a coupon: a part or an amount off, once, for some periods or for ever.',
    access,
    body: z.object(couponFields),
    result: couponItem,
    failures: { code_taken: 409 },
  }),
  stopCoupon: call({
    method: 'POST',
    path: '/api/coupons/{id}/stop',
    summary: 'No further use of a coupon; whoever used it keeps what it gave.',
    access,
    params: z.object({ id }),
    result: couponItem,
  }),
  offers: call({
    method: 'GET',
    path: '/api/offers',
    summary: 'What may be bought now, in one currency; a private plan only with its code.',
    access: 'all',
    query: z.object({ currency: z.optional(currency), code: z.optional(z.string().check(z.maxLength(planLimits.code))) }),
    result: z.object({
      /** Null: nothing is on sale. */
      currency: z.nullable(z.string()),
      currencies: z.array(z.string()),
      items: z.array(offer),
    }),
  }),
};
