/** The subscriptions of all accounts, for their seller. Amounts are minor units; times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { isCurrency } from '#kit/money.ts';
import { totalField } from '#kit/total.contract.ts';
import { addonView, addonWishes } from './addons.contract.ts';
import { compTime } from './comp.contract.ts';
import { payWays, SEATS_MAX, subscriptionStates } from './billing.contract.ts';
import { pass } from './held-pass.contract.ts';
import { AMOUNT_MAX } from './invoices.contract.ts';
import { forecast } from './subscriptions.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const currency = z.string().check(z.refine(isCurrency, 'not_a_currency'));
const reason = z.string().check(z.trim(), z.minLength(3), z.maxLength(500));
const amount = z.int().check(z.gte(-AMOUNT_MAX), z.lte(AMOUNT_MAX));
const moment = z.coerce.number().check(z.int(), z.gte(0));
const one = { params: z.object({ id }) };
/** Most days that a period is made longer by at once. */
export const EXTEND_DAYS_MAX = 366;

const item = z.object({
  id: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  state: z.enum(subscriptionStates),
  stateSince: z.number(),
  planId: z.string(),
  planName: z.string(),
  version: z.number(),
  currency: z.string(),
  period: z.enum(['month', 'year', 'once']),
  seats: z.number(),
  payBy: z.enum(payWays),
  /** What a month of it brings in, without tax and coupons. */
  monthly: amount,
  cancelAtEnd: z.boolean(),
  pausedUntil: z.nullable(z.number()),
  periodEnd: z.nullable(z.number()),
  trialEnd: z.nullable(z.number()),
  /** When it begins; null once it has. */
  startsAt: z.nullable(z.number()),
  /** Until when it is given for nothing. */
  freeUntil: z.nullable(z.number()),
  createdAt: z.number(),
  endedAt: z.nullable(z.number()),
  revision: z.number(),
});
export type SubscriptionItem = z.output<typeof item>;
const happening = z.object({
  id: z.string(),
  at: z.number(),
  kind: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  by: z.nullable(z.string()),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
const view = z.extend(item, {
  addons: z.array(addonView),
  /** The newest event passes of its account. */
  passes: z.array(pass),
  timeline: z.array(happening),
  balance: amount,
});
export type SubscriptionDetail = z.output<typeof view>;

const failures = { wrong_state: 409, changed_meanwhile: 409 } as const;
const revision = z.number();
const what = {
  planId: id,
  currency,
  period: z.enum(['month', 'year']),
  seats: z._default(z.int().check(z.gte(0), z.lte(SEATS_MAX)), 0),
};

export const allSubscriptionsCalls = {
  list: call({
    method: 'GET',
    path: '/api/all-subscriptions',
    summary: 'All subscriptions of the seller, newest first.',
    access: 'invoices.manage',
    query: z.object({
      cursor: z.optional(z.string().check(z.maxLength(500))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
      state: z.optional(z.enum(subscriptionStates)),
      accountId: z.optional(id),
      planId: z.optional(id),
      /** A part of the account's name. */
      search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    }),
    result: z.object({ items: z.array(item), next: z.nullable(z.string()), total: totalField }),
  }),
  figures: call({
    method: 'GET',
    path: '/api/all-subscriptions/figures',
    summary:
      'Recurring revenue of a month by currency, how many are in each state, and what came and went from `from` to before `to`.',
    access: 'invoices.manage',
    query: z.object({ from: moment, to: moment }),
    result: z.object({
      monthly: z.array(z.object({ currency: z.string(), amount, count: z.number() })),
      states: z.array(z.object({ state: z.enum(subscriptionStates), count: z.number() })),
      new: z.number(),
      churned: z.number(),
      trialsTurned: z.number(),
      trialsEnded: z.number(),
    }),
  }),
  get: call({
    method: 'GET',
    path: '/api/all-subscriptions/{id}',
    summary: 'One subscription with what happened to it.',
    access: 'invoices.manage',
    ...one,
    result: view,
  }),
  cancel: call({
    method: 'POST',
    path: '/api/all-subscriptions/{id}/cancel',
    summary: 'Ends it now; what was paid and not used is given back to the balance, or not.',
    access: 'invoices.manage',
    ...one,
    body: z.object({ credit: z.enum(['unused', 'nothing']), reason, revision }),
    result: view,
    failures: { ...failures, payment_undecided: 409 },
  }),
  restart: call({
    method: 'POST',
    path: '/api/all-subscriptions/{id}/restart',
    summary: 'Takes back an end that was asked for; what is over begins again as a new one, with a claim to be paid by transfer.',
    access: 'invoices.manage',
    ...one,
    body: z.object({ reason, revision }),
    result: view,
    failures: {
      ...failures,
      other_seller: 409,
      offer_gone: 404,
      already_subscribed: 409,
      profile_missing: 409,
      tax_pending: 409,
    },
  }),
  comp: call({
    method: 'POST',
    path: '/api/all-subscriptions/comp',
    summary:
      'Gives an account a plan with add-ons for nothing: without an end, or for some months, from now on or from a day to come.',
    access: 'invoices.manage',
    body: z.object({ accountId: id, ...what, addons: z.optional(addonWishes), ...compTime, reason }),
    result: view,
    failures: {
      ...failures,
      other_seller: 409,
      offer_gone: 404,
      already_subscribed: 409,
      seats_refused: 409,
      addon_refused: 409,
      profile_missing: 409,
      start_refused: 422,
    },
  }),
  extend: call({
    method: 'POST',
    path: '/api/all-subscriptions/{id}/extend',
    summary: 'Makes the trial or the present period longer; the next ones are counted from its new end.',
    access: 'invoices.manage',
    ...one,
    body: z.object({ days: z.int().check(z.gte(1), z.lte(EXTEND_DAYS_MAX)), reason, revision }),
    result: view,
    failures: { ...failures, next_paid: 409, payment_undecided: 409 },
  }),
  credit: call({
    method: 'POST',
    path: '/api/all-subscriptions/{id}/credit',
    summary: 'Gives the account something to its balance, which the next claims use.',
    access: 'invoices.manage',
    ...one,
    body: z.object({ amount: z.int().check(z.gte(1), z.lte(AMOUNT_MAX)), reason }),
    result: view,
    failures,
  }),
  forecast: call({
    method: 'GET',
    path: '/api/all-subscriptions/{id}/forecast',
    summary: 'The charges of the next thirteen months, as the engine would make them. Changes nothing.',
    access: 'invoices.manage',
    ...one,
    result: forecast,
  }),
};
