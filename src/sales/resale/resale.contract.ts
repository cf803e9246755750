/** Resellers' money: terms, price lists, what is earned and owed. Amounts are minor units of `currency`; times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { isCurrency } from '#kit/money.ts';
import { day, invoicePage } from '#sales/billing/invoices.contract.ts';
import { subscriptionStates } from '#sales/billing/billing.contract.ts';
import { periods, planKinds, planLimits } from '#sales/plans/plans.rules.ts';
import { vendorActsCalls } from './vendor-acts.contract.ts';
import { vendorSalesCalls } from './vendor-sales.contract.ts';
import { AMOUNT_MAX, commissionStates, models, resaleLimits, waitReasons } from './resale.rules.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const amount = z.int().check(z.gte(0), z.lte(AMOUNT_MAX));
const signed = z.int();
const currency = z.string().check(z.refine(isCurrency, 'unknown_currency'));
/** `once`: of an event pass. */
const period = z.enum(periods);
/** Of a thousand participant minutes above the included ones. */
const minutes = z.nullable(z.int().check(z.gte(1), z.lte(AMOUNT_MAX)));
const revision = z.nullable(z.int());
const access = 'vendors.manage';

const terms = z.object({
  model: z.enum(models),
  /** Thousandths of a percent; null: wholesale. */
  rate: z.nullable(z.int()),
  lockDays: z.int(),
  revision: z.int(),
});
export type TermsView = z.output<typeof terms>;
const price = { currency, period, amount, seatAmount: z.nullable(amount), minuteAmount: z._default(minutes, null) };
/** The operator's price, the floor under it, and what the vendor asks; null: there is none. */
const listed = z.object({
  currency: z.string(),
  period,
  amount,
  seatAmount: z.nullable(amount),
  floor: z.nullable(amount),
  seatFloor: z.nullable(amount),
  asked: z.nullable(amount),
  seatAsked: z.nullable(amount),
  minuteAmount: minutes,
  minuteFloor: minutes,
  minuteAsked: minutes,
});
const listedPlan = z.object({
  planId: z.string(),
  kind: z.enum(planKinds),
  /** Of the operator's plan, on sale now. */
  version: z.int(),
  name: z.string(),
  /** The vendor's own name for it; null: it does not sell it. */
  ownName: z.nullable(z.string()),
  onSale: z.boolean(),
  /** Days that the vendor lets its customers try it, and how many it may at most: those of the operator's plan. */
  trialDays: z.int(),
  trialMost: z.int(),
  prices: z.array(listed),
});
export type ListedPlan = z.output<typeof listedPlan>;
const earned = z.object({ state: z.enum(commissionStates), currency: z.string(), amount: signed, count: z.int() });
const wait = z.object({
  kind: z.enum(['commission', 'wholesale']),
  /** YYYY-MM */
  month: z.string(),
  currency: z.string(),
  reason: z.enum(waitReasons),
  /** Epoch milliseconds. */
  since: z.number(),
});
export type WaitView = z.output<typeof wait>;
const money = z.object({
  /** Null: nothing was agreed; plans of its customers are arranged by hand. */
  terms: z.nullable(terms),
  /** Whether the vendor said who it is on paper: before that it neither sells nor is paid. */
  ready: z.boolean(),
  plans: z.array(listedPlan),
  earned: z.array(earned),
  /** Sums of the last month that cannot be settled yet. */
  waits: z.array(wait),
});
export type MoneyView = z.output<typeof money>;

const statementItem = z.object({
  id: z.string(),
  kind: z.enum(models),
  /** YYYY-MM */
  month: z.string(),
  currency: z.string(),
  net: signed,
  tax: signed,
  gross: signed,
  /** Of the self-billed invoice, or of the operator's. */
  number: z.string(),
  issueDate: z.string(),
  paidOn: z.nullable(z.string()),
  bankRef: z.nullable(z.string()),
  invoiceId: z.nullable(z.string()),
});
export type StatementItem = z.output<typeof statementItem>;
const party = z.object({
  name: z.string(),
  street: z.string(),
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
  vatId: z.nullable(z.string()),
  taxNumber: z.nullable(z.string()),
  iban: z.nullable(z.string()),
});
const statement = z.extend(statementItem, {
  vendorName: z.string(),
  /** The self-billed invoice as a file, and as an e-invoice of type 389. */
  papers: z.object({ pdf: z.boolean(), xml: z.boolean() }),
  supplier: z.nullable(party),
  buyer: z.nullable(party),
  taxes: z.array(z.object({ category: z.string(), rate: z.int(), base: signed, tax: signed })),
  /** `what`: the number of the customer's invoice, or the plan; `base`: what the amount is a part of. */
  lines: z.array(
    z.object({
      customer: z.string(),
      what: z.string(),
      base: z.nullable(signed),
      rate: z.nullable(z.int()),
      amount: signed,
      at: z.number(),
    }),
  ),
});
export type StatementView = z.output<typeof statement>;
const statements = z.object({ items: z.array(statementItem), next: z.nullable(z.string()) });
const sold = z.object({
  id: z.string(),
  customer: z.string(),
  plan: z.string(),
  state: z.enum(subscriptionStates),
  currency: z.string(),
  period: z.enum(['month', 'year', 'once']),
  /** Of one period without tax, with its seats and add-ons; null: not known any more. */
  amount: z.nullable(amount),
  /** What the vendor owes for it; null under a commission. */
  floor: z.nullable(amount),
  periodEnd: z.nullable(z.number()),
  /** Whether the vendor sells it in its own name, and so looks after it. */
  own: z.boolean(),
});
export type SoldItem = z.output<typeof sold>;

export const resaleCalls = {
  money: call({
    method: 'GET',
    path: '/api/vendors/{id}/money',
    summary: 'The terms of a vendor, the price list with floors, and what it earned; for the operator.',
    access,
    params: z.object({ id }),
    result: money,
  }),
  setTerms: call({
    method: 'PUT',
    path: '/api/vendors/{id}/terms',
    summary: 'Agrees on commission or wholesale. The model changes only while its customers have no subscription.',
    access,
    params: z.object({ id }),
    body: z.object({
      model: z.enum(models),
      rate: z.nullable(z.int().check(z.gte(1), z.lte(resaleLimits.rate))),
      lockDays: z.int().check(z.gte(0), z.lte(resaleLimits.lockDays)),
      revision,
    }),
    result: money,
    failures: { changed_meanwhile: 409, model_in_use: 409, rate_missing: 400, not_possible: 409 },
  }),
  setFloors: call({
    method: 'PUT',
    path: '/api/vendors/{id}/floors',
    summary:
      'Sets what a vendor owes for prices of the operator’s plans, add-ons and passes; null takes a floor away. None goes above what the vendor asks.',
    access,
    params: z.object({ id }),
    body: z.object({
      floors: z
        .array(z.object({ ...price, planId: id, version: z.int().check(z.gte(1)), amount: z.nullable(amount) }))
        .check(z.minLength(1), z.maxLength(resaleLimits.prices)),
    }),
    result: money,
    failures: { floor_held: 409, coupon_below_floor: 409, not_possible: 409 },
  }),
  statements: call({
    method: 'GET',
    path: '/api/vendors/{id}/statements',
    summary: 'The months of a vendor, newest first; for the operator.',
    access,
    params: z.object({ id }),
    query: z.object(invoicePage),
    result: statements,
  }),
  sold: call({
    method: 'GET',
    path: '/api/vendors/{id}/subscriptions',
    summary: 'What the customers of a vendor subscribe to, newest first; for the operator.',
    access,
    params: z.object({ id }),
    query: z.object(invoicePage),
    result: z.object({ items: z.array(sold), next: z.nullable(z.string()) }),
  }),
  payout: call({
    method: 'POST',
    path: '/api/statements/{id}/payout',
    summary: 'Notes that a commission was paid to the vendor; for the operator. It is never noted twice.',
    access,
    params: z.object({ id }),
    body: z.object({ paidOn: day, bankRef: z.string().check(z.trim(), z.minLength(1), z.maxLength(resaleLimits.bankRef)) }),
    result: statement,
    failures: { already_paid: 409, vendor_held: 409 },
  }),
  statement: call({
    method: 'GET',
    path: '/api/statements/{id}',
    summary: 'One month of a vendor with its lines, for the operator and for the vendor itself.',
    access,
    params: z.object({ id }),
    result: statement,
  }),
  own: call({
    method: 'GET',
    path: '/api/vendor/money',
    summary: 'The terms of the own account as a vendor, its prices with their floors, and what it earned.',
    access,
    result: money,
  }),
  offer: call({
    method: 'PUT',
    path: '/api/vendor/offers/{planId}',
    summary:
      'Sells a plan, an add-on or a pass of the operator under an own name and own prices, none below its floor; other prices count for new customers.',
    access,
    params: z.object({ planId: id }),
    body: z.object({
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(resaleLimits.name)),
      onSale: z.boolean(),
      trialDays: z._default(z.int().check(z.gte(0), z.lte(planLimits.trialDays)), 0),
      prices: z.array(z.object(price)).check(z.maxLength(resaleLimits.prices)),
    }),
    result: money,
    failures: { below_floor: 409, coupon_below_floor: 409, trial_too_long: 409, not_wholesale: 409, not_possible: 409 },
  }),
  ownStatements: call({
    method: 'GET',
    path: '/api/vendor/statements',
    summary: 'The months of the own account as a vendor, newest first.',
    access,
    query: z.object(invoicePage),
    result: statements,
  }),
  ownSold: call({
    method: 'GET',
    path: '/api/vendor/subscriptions',
    summary: 'What the own customers subscribe to, newest first.',
    access,
    query: z.object(invoicePage),
    result: z.object({ items: z.array(sold), next: z.nullable(z.string()) }),
  }),
  ...vendorSalesCalls,
  ...vendorActsCalls,
};
