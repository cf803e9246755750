/** Buying: who sells, who pays, and what is subscribed to. Amounts are minor units of the row's currency. */
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AgreedTax } from '#sales/tax/agreed.rules.ts';
import type { PayBy, SubscriptionState } from '../billing.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const billingSellers = pgTable('billing_sellers', {
  accountId: uuid('account_id').primaryKey(),
  legalName: text('legal_name').notNull(),
  street: text().notNull(),
  postcode: text().notNull(),
  city: text().notNull(),
  country: text().notNull(),
  email: text().notNull(),
  vatId: text('vat_id'),
  taxNumber: text('tax_number'),
  registration: text(),
  regime: text().$type<'standard' | 'small-business' | 'outside-eu'>().notNull(),
  oss: text().$type<'on' | 'threshold' | 'off'>().notNull(),
  /** Thousandths of a percent, by country. */
  ownRates: jsonb('own_rates').$type<Record<string, number>>().notNull(),
  iban: text(),
  bic: text(),
  holder: text(),
  contactName: text('contact_name'),
  contactPhone: text('contact_phone'),
  contactEmail: text('contact_email'),
  instructions: text().notNull(),
  currency: text().notNull(),
  zone: text().notNull(),
  seriesPrefix: text('series_prefix').notNull(),
  dueDays: integer('due_days').notNull(),
  trustDays: integer('trust_days').notNull(),
  /** What is done when nobody says in time whether a VAT number is valid. */
  taxFallback: text('tax_fallback').$type<'charge' | 'hold'>().notNull().default('charge'),
  /** Second currency in which invoices state the tax; null: that of the country, where a rate is known. `none`: none. */
  accountingCurrency: text('accounting_currency'),
  footer: text().notNull(),
  /** Further countries whose VAT the seller pays itself, each with its number there. */
  registrations: jsonb().$type<readonly { place: string; vatId: string }[]>().notNull().default([]),
  /** A small business beyond its border: exempt there too, or taxed as everybody else. */
  abroad: text().$type<'exempt' | 'as-standard'>().notNull().default('exempt'),
  /** Whether the card provider's account is the seller's: not a vendor's. */
  cards: boolean().notNull().default(true),
  revision: integer().notNull(),
  changedAt: moment('changed_at').notNull(),
});
export type SellerRow = typeof billingSellers.$inferSelect;

/** The last answer of the checking service; `at` in epoch milliseconds. */
export type VatCheck = {
  check: 'valid' | 'invalid' | 'unavailable';
  at: number;
  requestId: string | null;
  name: string | null;
  address: string | null;
};
export const billingProfiles = pgTable('billing_profiles', {
  accountId: uuid('account_id').primaryKey(),
  organisation: text().notNull(),
  street: text().notNull(),
  postcode: text().notNull(),
  city: text().notNull(),
  country: text().notNull(),
  email: text().notNull(),
  buyer: text().$type<'business' | 'consumer'>().notNull(),
  vatId: text('vat_id'),
  vatCheck: jsonb('vat_check').$type<VatCheck>(),
  orderNumber: text('order_number').notNull(),
  buyerReference: text('buyer_reference').notNull(),
  leitwegId: text('leitweg_id'),
  revision: integer().notNull(),
  changedAt: moment('changed_at').notNull(),
});
export type ProfileRow = typeof billingProfiles.$inferSelect;

/** `days`: how long what is bought by transfer runs before its money is here. `by`: id of the person; `at`: epoch milliseconds. */
export type TrustTerm = { days: number; reason: string; by: string; at: number };
/** What a seller agreed with one of its customers. */
export const billingTerms = pgTable(
  'billing_terms',
  {
    accountId: uuid('account_id').notNull(),
    sellerId: uuid('seller_id').notNull(),
    tax: jsonb().$type<AgreedTax>(),
    trust: jsonb().$type<TrustTerm>(),
    revision: integer().notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.sellerId] })],
);
export type TermsRow = typeof billingTerms.$inferSelect;

export const paymentMethods = pgTable('payment_methods', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  provider: text().$type<'card'>().notNull(),
  ref: text().notNull(),
  brand: text().notNull(),
  last4: text().notNull(),
  /** YYYY-MM */
  expires: text(),
  /** The provider's id of the card itself, the same for every customer who stores it. */
  fingerprint: text(),
  first: boolean().notNull(),
  removedAt: moment('removed_at'),
  createdAt: moment('created_at').notNull(),
});
export type MethodRow = typeof paymentMethods.$inferSelect;

export const providerCustomers = pgTable(
  'provider_customers',
  { accountId: uuid('account_id').notNull(), provider: text().notNull(), ref: text().notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.provider] })],
);

/** One add-on of a subscription, in the version that was bought. */
export type HeldAddon = { planId: string; version: number; quantity: number };
/** `addons` not there: as they are. */
export type Pending = { planId: string; version: number; period: 'month' | 'year'; seats: number; addons?: HeldAddon[] };
/** A change that counts once its claim is paid. `at`: from when on it is priced; `until`: when it lapses; epoch milliseconds. */
export type Changing = Pending & { invoiceId: string; at: number; until: number; back?: GivenBack };
/** A part of what a claim came to, with its tax, in minor units: to be given back by a credit note on it. */
export type GivenBack = { invoiceId: string; amount: number };
export const subscriptions = pgTable('subscriptions', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  kind: text().$type<'base' | 'pass'>().notNull(),
  state: text().$type<SubscriptionState>().notNull(),
  planId: uuid('plan_id').notNull(),
  version: integer().notNull(),
  currency: text().notNull(),
  period: text().$type<'month' | 'year' | 'once'>().notNull(),
  seats: integer().notNull(),
  addons: jsonb().$type<HeldAddon[]>().notNull().default([]),
  anchorAt: moment('anchor_at').notNull(),
  /** By whose calendar its periods are counted from there: that of its seller when it was bought. */
  anchorZone: text('anchor_zone').notNull().default('UTC'),
  periodNumber: integer('period_number').notNull(),
  periodStart: moment('period_start'),
  periodEnd: moment('period_end'),
  trialEnd: moment('trial_end'),
  cancelAtEnd: boolean('cancel_at_end').notNull(),
  pending: jsonb().$type<Pending>(),
  changing: jsonb().$type<Changing>(),
  /** By changes that count; empty once the credit notes are written. */
  givesBack: jsonb('gives_back').$type<readonly GivenBack[]>().notNull().default([]),
  payBy: text('pay_by').$type<PayBy>().notNull(),
  methodId: uuid('method_id'),
  /** The seller's own way to pay by which periods are paid; null: by card or transfer. */
  manualId: uuid('manual_id'),
  couponId: uuid('coupon_id'),
  couponLeft: integer('coupon_left'),
  /** When the engine has to look at it; null: never again. */
  nextAt: moment('next_at'),
  stateSince: moment('state_since').notNull(),
  pausedUntil: moment('paused_until'),
  /** Given for nothing until then; null: it is not, or without an end. */
  freeUntil: moment('free_until'),
  endedAt: moment('ended_at'),
  previousId: uuid('previous_id'),
  revision: integer().notNull(),
  createdAt: moment('created_at').notNull(),
});
export type SubscriptionRow = typeof subscriptions.$inferSelect;

export const subscriptionPeriods = pgTable(
  'subscription_periods',
  {
    subscriptionId: uuid('subscription_id').notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    invoiceId: uuid('invoice_id'),
    /** The vendor that may still owe for it; the database sets it, and again when something changes inside of it. */
    owedBy: uuid('owed_by'),
    /** Counts how often. */
    owedTurn: integer('owed_turn').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.startsAt] })],
);

export const billingEvents = pgTable('billing_events', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  subscriptionId: uuid('subscription_id'),
  invoiceId: uuid('invoice_id'),
  paymentId: uuid('payment_id'),
  kind: text().notNull(),
  fromState: text('from_state'),
  toState: text('to_state'),
  actorId: uuid('actor_id'),
  reason: text(),
  data: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
  at: moment('at').notNull(),
  /** Orders what happened within one millisecond. */
  turn: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
});
export type BillingEventRow = typeof billingEvents.$inferSelect;

export const billingQuotes = pgTable('billing_quotes', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  purpose: text().$type<'purchase' | 'change' | 'pass'>().notNull(),
  /** Parsed again when it is used. */
  wish: jsonb().$type<unknown>().notNull(),
  result: jsonb().$type<unknown>().notNull(),
  madeAt: moment('made_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});

export const invoiceSeries = pgTable(
  'invoice_series',
  {
    sellerId: uuid('seller_id').notNull(),
    kind: text().$type<'invoice' | 'credit_note'>().notNull(),
    year: integer().notNull(),
    next: integer().notNull(),
    lastDate: date('last_date', { mode: 'string' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sellerId, table.kind, table.year] })],
);
