/** What happens to a subscription after it was bought. Amounts are minor units; times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { botAnswer, botFailures } from '#core/identity/bot-check.contract.ts';
import { addonView, addonWishes } from './addons.contract.ts';
import { SEATS_MAX } from './billing.contract.ts';
import { backKeys } from './use.rules.ts';
import { AMOUNT_MAX, invoiceCauses, invoiceLine, nextStep, taxGroup } from './invoices.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const amount = z.int().check(z.gte(-AMOUNT_MAX), z.lte(AMOUNT_MAX));
const done = z.object({ done: z.literal(true) });
const words = (most: number) => z.string().check(z.trim(), z.maxLength(most));

/** A line with what its amount is a part of: `full` for the whole period, of which `left` of `total` seconds are meant. */
const explainedLine = z.extend(invoiceLine, {
  part: z.nullable(z.object({ full: amount, left: z.number(), total: z.number() })),
});
export type ExplainedLine = z.output<typeof explainedLine>;

/** What somebody would rather have. `code` opens an offer that is not public. */
export const changeWish = z.object({
  planId: id,
  code: z.optional(words(60)),
  period: z.enum(['month', 'year']),
  seats: z._default(z.int().check(z.gte(0), z.lte(SEATS_MAX)), 0),
  /** All that there are to be; unchanged by default. */
  addons: z.optional(addonWishes),
});
export type ChangeWish = z.output<typeof changeWish>;

/**
 * `when`: `now` as soon as it is paid, `end` with the next period, `trial` at once and free. `total` below zero goes to the balance. `next`: what
 * the next period costs; `regular`: what one costs when no coupon counts any more.
 */
export const changeQuote = z.object({
  id: z.string(),
  expiresAt: z.number(),
  when: z.enum(['now', 'end', 'trial']),
  at: z.number(),
  planId: z.string(),
  planName: z.string(),
  version: z.number(),
  currency: z.string(),
  period: z.enum(['month', 'year']),
  seats: z.number(),
  addons: z.array(addonView),
  inclusive: z.boolean(),
  lines: z.array(explainedLine),
  taxes: z.array(taxGroup),
  net: amount,
  tax: amount,
  total: amount,
  toBalance: amount,
  /** By a credit note of its own, once the change counts: it was asked for with another tax. */
  givenBack: amount,
  balanceUsed: amount,
  toPay: amount,
  taxReason: z.nullable(z.string()),
  taxPending: z.boolean(),
  next: z.nullable(z.object({ at: z.number(), total: amount })),
  regular: z.nullable(amount),
  /** Use that is above the limits which would count then. */
  broken: z.array(z.object({ key: z.string(), used: z.number(), max: z.number() })),
  /** What is read less far back with it, and how many days from then on. */
  narrower: z.array(z.object({ key: z.enum(backKeys), days: z.number() })),
});
/** Days for which a subscription may be paused. */
export const PAUSE_DAYS = 180;
export type ChangeQuote = z.output<typeof changeQuote>;

const changed = { wrong_state: 409, changed_meanwhile: 409 } as const;
const chosen = {
  ...changed,
  offer_gone: 404,
  pool_exceeded: 409,
  seats_refused: 409,
  addon_refused: 409,
  same_already: 409,
  next_paid: 409,
} as const;
const forecastLine = z.object({
  /** When it is charged. */
  at: z.number(),
  cause: z.enum(invoiceCauses),
  periodStart: z.nullable(z.number()),
  periodEnd: z.nullable(z.number()),
  planName: z.string(),
  net: amount,
  tax: amount,
  total: amount,
  /** What of it the balance does not cover. */
  toPay: amount,
  lines: z.array(explainedLine),
});
export const forecast = z.object({ currency: z.string(), charges: z.array(forecastLine), until: z.number() });
export type Forecast = z.output<typeof forecast>;

/** Of the account that the session acts in. */
export const subscriptionsCalls = {
  quoteChange: call({
    method: 'POST',
    path: '/api/billing/changes/quotes',
    summary: 'What another plan, rhythm or number of seats would cost; holds for a quarter of an hour.',
    access: 'subscriptions.purchase',
    body: changeWish,
    result: changeQuote,
    failures: { ...chosen, profile_missing: 409 },
  }),
  change: call({
    method: 'POST',
    path: '/api/billing/changes',
    summary: 'Changes to what was quoted. What costs more counts once it is paid, what costs less with the next period.',
    access: 'subscriptions.purchase',
    /** As the plan is paid by default; `manual`: by that one of the seller's own ways. */
    body: z.object({ quoteId: id, by: z.optional(z.enum(['card', 'transfer'])), manual: z.optional(id), challenge: botAnswer }),
    result: z.object({ invoiceId: z.nullable(z.string()), next: nextStep }),
    failures: {
      ...chosen,
      ...botFailures,
      quote_expired: 409,
      profile_missing: 409,
      payment_undecided: 409,
      provider_off: 409,
      provider_down: 503,
      tax_pending: 409,
      document_refused: 422,
    },
  }),
  undoChange: call({
    method: 'POST',
    path: '/api/billing/changes/undo',
    summary: 'Takes back a change that was put off, or is not paid yet.',
    access: 'subscriptions.purchase',
    body: z.object({ revision: z.number() }),
    result: done,
    failures: { ...changed, payment_undecided: 409 },
  }),
  pause: call({
    method: 'POST',
    path: '/api/billing/subscription/pause',
    summary: 'Pauses the subscription from the end of its period to a day after that; null takes it back.',
    access: 'subscriptions.purchase',
    body: z.object({ until: z.nullable(z.number()), revision: z.number() }),
    result: done,
    failures: { ...changed, pause_refused: 409, payment_undecided: 409, next_paid: 409 },
  }),
  resume: call({
    method: 'POST',
    path: '/api/billing/subscription/resume',
    summary: 'Goes on with what is paused, with a new period from now on.',
    access: 'subscriptions.purchase',
    body: z.object({ by: z.enum(['card', 'transfer']), manual: z.optional(id), revision: z.number(), challenge: botAnswer }),
    result: z.object({ invoiceId: z.nullable(z.string()), next: nextStep }),
    failures: {
      ...changed,
      ...botFailures,
      profile_missing: 409,
      provider_off: 409,
      provider_down: 503,
      tax_pending: 409,
      nothing_due: 409,
      payment_undecided: 409,
    },
  }),
  withdrawal: call({
    method: 'GET',
    path: '/api/billing/subscription/withdrawal',
    summary: 'What a withdrawal at this moment would give back, and until when it can be made. Changes nothing.',
    access: 'subscriptions.view',
    result: z.object({
      planName: z.string(),
      currency: z.string(),
      paid: amount,
      back: amount,
      /** What of it goes to the card that paid; the rest stands to the account's credit. */
      toCard: amount,
      /** What of the time that was had is not paid yet. */
      due: amount,
      until: z.number(),
      revision: z.number(),
    }),
    failures: { not_withdrawable: 409 },
  }),
  withdraw: call({
    method: 'POST',
    path: '/api/billing/subscription/withdraw',
    summary: 'Withdraws a consumer from a first purchase within fourteen days; what was not used is given back.',
    access: 'subscriptions.purchase',
    body: z.object({ revision: z.number() }),
    result: z.object({ at: z.number(), currency: z.string(), back: amount, toCard: amount, due: amount }),
    failures: { ...changed, not_withdrawable: 409, payment_undecided: 409 },
  }),
  forecast: call({
    method: 'POST',
    path: '/api/billing/forecast',
    summary: 'The charges of the next thirteen months as the engine would make them, with a change or without. Changes nothing.',
    access: 'subscriptions.view',
    body: z.object({ change: z.optional(changeWish) }),
    result: forecast,
    failures: { ...chosen, profile_missing: 409 },
  }),
};
