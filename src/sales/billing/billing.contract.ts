/** Buying: who sells, what stands on the invoice, prices, purchases and the subscription. Amounts are minor units; times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { isCurrency } from '#kit/money.ts';
import { botAnswer, botFailures } from '#core/identity/bot-check.contract.ts';
import { minutesPage } from './minutes.contract.ts';
import { AMOUNT_MAX, invoiceLine, nextStep } from './invoices.contract.ts';
import { addonView, addonWishes } from './addons.contract.ts';
import { pass } from './held-pass.contract.ts';
import { agreedTo, givesUpFailures, orderGivenUp } from './gives-up.contract.ts';
import { price } from './price.contract.ts';
import { manualWays, method, use } from './plan-page.contract.ts';
import { includedKeys } from './use.rules.ts';
import { profile, profileFields } from './parties.contract.ts';

export const subscriptionStates = [
  'scheduled',
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'restricted',
  'paused',
  'canceled',
] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];
export const payWays = ['card', 'transfer', 'none'] as const;
export type PayBy = (typeof payWays)[number];
/** Minutes for which a price that was shown holds. */
export const QUOTE_MINUTES = 15;
/** Days within which a consumer may withdraw from a first purchase. */
export const WITHDRAWAL_DAYS = 14;
/** Most seats on top of a plan. */
export const SEATS_MAX = 100_000;

const id = z.string().check(z.refine(isId, 'not_an_id'));
const amount = z.int().check(z.gte(-AMOUNT_MAX), z.lte(AMOUNT_MAX));
const currency = z.string().check(z.refine(isCurrency, 'not_a_currency'));
const country = z.string().check(z.regex(/^[A-Z]{2}$/));
const words = (most: number) => z.string().check(z.trim(), z.maxLength(most));
const done = z.object({ done: z.literal(true) });

/** What somebody wants to buy. `code` opens an offer that is not public. */
export const wish = z.object({
  planId: id,
  code: z.optional(words(60)),
  period: z.enum(['month', 'year']),
  currency,
  seats: z._default(z.int().check(z.gte(0), z.lte(SEATS_MAX)), 0),
  coupon: z.optional(words(40)),
  /** None by default. */
  addons: z.optional(addonWishes),
  /** Its first day by the seller's calendar, `YYYY-MM-DD`; immediately by default. */
  startsOn: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
});
export type Wish = z.output<typeof wish>;
/** Where the buyer is, as far as it is known before there is a profile. */
export const buyerPlace = z.object({ country, postcode: z._default(words(20), ''), buyer: z.enum(['business', 'consumer']) });

export type Price = z.output<typeof price>;
/** `givesUp`: what buying it takes the place of. */
const quote = z.extend(price, { id: z.string(), expiresAt: z.number(), givesUp: z.array(orderGivenUp) });
export type Quote = z.output<typeof quote>;

const wishFailures = {
  offer_gone: 404,
  pool_exceeded: 409,
  coupon_refused: 409,
  seats_refused: 409,
  addon_refused: 409,
  seller_missing: 409,
  currency_locked: 409,
  start_refused: 422,
} as const;

export type MethodView = z.output<typeof method>;
/** What can be done with a plan by those who may buy. */
export const subscriptionActs = [
  'change',
  'undo_change',
  'pause',
  'undo_pause',
  'resume',
  'cancel',
  'undo_cancel',
  'withdraw',
  'pay_by',
] as const;
export type SubscriptionAct = (typeof subscriptionActs)[number];
const later = z.object({
  planName: z.string(),
  period: z.enum(['month', 'year']),
  seats: z.number(),
  addons: z.array(addonView),
});
const subscription = z.object({
  id: z.string(),
  state: z.enum(subscriptionStates),
  planId: z.string(),
  planName: z.string(),
  version: z.number(),
  currency: z.string(),
  period: z.enum(['month', 'year', 'once']),
  seats: z.number(),
  addons: z.array(addonView),
  /** When it begins; null once it has. */
  startsAt: z.nullable(z.number()),
  /** Until when it is given for nothing. */
  freeUntil: z.nullable(z.number()),
  /** The invoice that has no number before the VAT number is checked. */
  taxWaits: z.nullable(z.string()),
  periodStart: z.nullable(z.number()),
  periodEnd: z.nullable(z.number()),
  trialEnd: z.nullable(z.number()),
  cancelAtEnd: z.boolean(),
  pending: z.nullable(later),
  /** A change that counts once its invoice is paid; `until`: when it lapses. */
  changing: z.nullable(z.extend(later, { invoiceId: z.string(), until: z.number() })),
  /** Until when it is paused, or will be from the end of its period on. */
  pausedUntil: z.nullable(z.number()),
  payBy: z.enum(payWays),
  /** Id of the seller's own way by which it is paid. */
  manualId: z.nullable(z.string()),
  /** Its name where nobody can choose it any more: the next invoice asks for a transfer. */
  manualGone: z.nullable(z.string()),
  /** Of one period as it is sold, without seats, add-ons and coupons; null where it is not sold like that any more. */
  price: z.nullable(z.object({ amount, inclusive: z.boolean() })),
  /** The next charge, with what it is made of; null when nothing more is charged. */
  next: z.nullable(z.object({ at: z.number(), net: amount, tax: amount, total: amount, lines: z.array(invoiceLine) })),
  /** Null: minutes above the included ones cost nothing more. */
  minutes: z.nullable(minutesPage),
  /** The invoice that is waiting for money. */
  openInvoice: z.nullable(
    z.object({ id: z.string(), number: z.string(), remaining: amount, dueDate: z.string(), overdue: z.boolean() }),
  ),
  /** When the next step of dunning comes, and which. */
  restrictedAt: z.nullable(z.number()),
  withdrawUntil: z.nullable(z.number()),
  startedAt: z.number(),
  endedAt: z.nullable(z.number()),
  revision: z.number(),
  /** What the caller may do with it now. */
  acts: z.array(z.enum(subscriptionActs)),
});
export type SubscriptionView = z.output<typeof subscription>;
const subscriptionPage = z.object({
  /** Null: none yet. */
  subscription: z.nullable(subscription),
  /** The newest event passes, the newest first. */
  passes: z.array(pass),
  use: z.array(use),
  /** What the plan has, and has not. */
  included: z.array(z.object({ key: z.enum(includedKeys), yes: z.boolean() })),
  methods: z.array(method),
  balances: z.array(z.object({ currency: z.string(), amount })),
  /** How one can pay here; `manual`: by the seller's own ways. */
  ways: z.array(z.enum(['card', 'transfer'])),
  manual: manualWays,
  /** Whether somebody else arranges the account's plan: its reseller, or nobody sells here. */
  arranged: z.enum(['self', 'reseller', 'nobody']),
  rights: z.object({ purchase: z.boolean() }),
});
export type SubscriptionPage = z.output<typeof subscriptionPage>;

export const billingCalls = {
  ways: call({
    method: 'GET',
    path: '/api/billing/ways',
    summary: 'Which ways to pay are open here, and the currencies of the offers.',
    access: 'all',
    result: z.object({
      ways: z.array(z.enum(['card', 'transfer'])),
      manual: manualWays,
      currencies: z.array(z.string()),
      country: z.nullable(z.string()),
      sells: z.boolean(),
    }),
  }),
  preview: call({
    method: 'POST',
    path: '/api/billing/preview',
    summary: 'What something would cost, with every line and tax. Open to visitors; binds nobody.',
    access: 'all',
    body: z.object({ wish, place: z.optional(buyerPlace) }),
    result: price,
    failures: wishFailures,
  }),
  quote: call({
    method: 'POST',
    path: '/api/billing/quotes',
    summary: 'The same with the data of the account; the price holds for a quarter of an hour.',
    access: 'subscriptions.purchase',
    body: wish,
    result: quote,
    failures: { ...wishFailures, profile_missing: 409, order_reported: 409 },
  }),
  purchase: call({
    method: 'POST',
    path: '/api/billing/purchases',
    summary:
      'Buys what was quoted and begins to pay it. The same quote twice is one purchase: the second answer says where to go on.',
    access: 'subscriptions.purchase',
    body: z.object({
      quoteId: id,
      by: z.enum(['card', 'transfer']),
      manual: z.optional(id),
      givesUp: agreedTo,
      terms: z.literal(true),
      challenge: botAnswer,
    }),
    result: z.object({ subscriptionId: z.string(), invoiceId: z.nullable(z.string()), next: nextStep }),
    failures: {
      ...botFailures,
      ...givesUpFailures,
      quote_expired: 409,
      method_needed: 409,
      payment_undecided: 409,
      already_subscribed: 409,
      coupon_refused: 409,
      provider_off: 409,
      provider_down: 503,
      tax_pending: 409,
      document_refused: 422,
    },
  }),
  outcome: call({
    method: 'GET',
    path: '/api/billing/purchases/{id}',
    summary: 'How a payment stands, asked of the provider when it is not decided yet. `id`: of the invoice.',
    access: 'subscriptions.view',
    params: z.object({ id }),
    result: z.object({
      /** `tax`: nothing is asked for before the VAT number is checked. */
      state: z.enum(['paid', 'waiting', 'transfer', 'failed', 'gone', 'tax']),
      invoiceId: z.string(),
      number: z.nullable(z.string()),
      planName: z.nullable(z.string()),
      failure: z.nullable(z.string()),
      /** What was bought counts already. */
      runs: z.enum(['yes', 'no']),
      dueDate: z.nullable(z.string()),
      remaining: amount,
      currency: z.string(),
    }),
  }),
  subscription: call({
    method: 'GET',
    path: '/api/billing/subscription',
    summary: 'The plan of the account, what it uses, and how it pays.',
    access: 'subscriptions.view',
    result: subscriptionPage,
  }),
  cancel: call({
    method: 'POST',
    path: '/api/billing/subscription/cancel',
    summary: 'Ends the subscription with its period, or takes that back.',
    access: 'subscriptions.purchase',
    body: z.object({ atEnd: z.boolean(), revision: z.number() }),
    result: subscriptionPage,
    failures: { wrong_state: 409, changed_meanwhile: 409, payment_undecided: 409 },
  }),
  profile: call({
    method: 'GET',
    path: '/api/billing/profile',
    summary: 'What stands on the invoices of the account; null before the first purchase.',
    access: 'subscriptions.view',
    result: z.object({ profile: z.nullable(profile), suggested: z.object({ organisation: z.string(), email: z.string() }) }),
  }),
  saveProfile: call({
    method: 'PUT',
    path: '/api/billing/profile',
    summary: 'Changes it, for invoices from now on. A VAT number is checked; one that cannot be checked now is checked later.',
    access: 'subscriptions.purchase',
    body: z.object({ ...profileFields, revision: z.nullable(z.number()) }),
    result: profile,
    failures: {
      changed_meanwhile: 409,
      vat_id_wrong: 422,
      leitweg_id_wrong: 422,
      seller_contact_missing: 422,
      leitweg_address_missing: 422,
      country_locked: 409,
    },
  }),
  forgetMethod: call({
    method: 'DELETE',
    path: '/api/billing/methods/{id}',
    summary: 'Forgets a card. The one that is used first goes last.',
    access: 'subscriptions.purchase',
    params: z.object({ id }),
    result: done,
    failures: { method_first: 409 },
  }),
};
