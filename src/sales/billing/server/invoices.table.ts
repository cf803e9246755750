/** Claims and what was paid. Amounts are minor units of the row's currency; dates of documents are `YYYY-MM-DD`. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type {
  InvoiceCause,
  InvoiceKind,
  InvoiceState,
  LineKind,
  PaymentState,
  Provider,
  TaxCategory,
} from '../invoices.contract.ts';

import type { AgreedTax } from '#sales/tax/agreed.rules.ts';
import type { TaxReason } from '#sales/tax/tax.rules.ts';
import type { AccountingRate } from '../accounting.rules.ts';
import type { DunningDone } from '../dunning.rules.ts';
import type { Manual } from './manual-methods.table.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const minor = (name: string) => bigint(name, { mode: 'bigint' });
const nothing = 0n;

export type TaxFacts = { category: TaxCategory; rate: number; code: string | null; reason: TaxReason; evidence: unknown };
/** As it was on the day of the document. */
export type SellerOnPaper = {
  name: string;
  street: string;
  postcode: string;
  city: string;
  country: string;
  email: string;
  vatId: string | null;
  taxNumber: string | null;
  registration: string | null;
  iban: string | null;
  bic: string | null;
  holder: string | null;
  instructions: string;
  footer: string;
  /** Whom to ask; not there on what was written before somebody was named. */
  contact?: { name: string | null; phone: string | null; email: string | null };
  /** The seller's own way to pay by which the customer chose to pay it; not there: by transfer. */
  manual?: Manual;
};
export type BuyerOnPaper = {
  name: string;
  street: string;
  postcode: string;
  city: string;
  country: string;
  email: string;
  vatId: string | null;
  orderNumber: string;
  buyerReference: string;
  /** Not there: no German public body. */
  leitwegId?: string;
};

export const invoices = pgTable('invoices', {
  id: uuid().primaryKey(),
  sellerId: uuid('seller_id').notNull(),
  accountId: uuid('account_id').notNull(),
  kind: text().$type<InvoiceKind>().notNull(),
  state: text().$type<InvoiceState>().notNull(),
  number: text(),
  year: integer(),
  serial: integer(),
  cause: text().$type<InvoiceCause>().notNull(),
  subscriptionId: uuid('subscription_id'),
  periodStart: moment('period_start'),
  periodEnd: moment('period_end'),
  currency: text().notNull(),
  inclusive: boolean().notNull(),
  issueDate: date('issue_date', { mode: 'string' }),
  dueDate: date('due_date', { mode: 'string' }),
  overdueAt: moment('overdue_at'),
  linesTotal: minor('lines_total').notNull().default(nothing),
  discountTotal: minor('discount_total').notNull().default(nothing),
  net: minor('net').notNull().default(nothing),
  tax: minor('tax').notNull().default(nothing),
  total: minor('total').notNull().default(nothing),
  paid: minor('paid').notNull().default(nothing),
  credited: minor('credited').notNull().default(nothing),
  balanceUsed: minor('balance_used').notNull().default(nothing),
  remaining: minor('remaining').notNull().generatedAlwaysAs(sql`total - paid - credited - balance_used`),
  taxFacts: jsonb('tax_facts').$type<TaxFacts>(),
  /** Decided for this draft alone; null: as the rules and the terms of the customer have it. */
  ownTax: jsonb('own_tax').$type<AgreedTax>(),
  /** With the two below: the tax in the currency of the seller's books, in minor units of that. */
  accountingCurrency: text('accounting_currency'),
  accountingTax: minor('accounting_tax'),
  accountingRate: jsonb('accounting_rate').$type<AccountingRate>(),
  seller: jsonb().$type<SellerOnPaper>(),
  buyer: jsonb().$type<BuyerOnPaper>(),
  locale: text().notNull(),
  reference: text(),
  note: text().notNull(),
  refersTo: uuid('refers_to'),
  reason: text(),
  pdfSha256: text('pdf_sha256'),
  xmlSha256: text('xml_sha256'),
  ublSha256: text('ubl_sha256'),
  papersAt: moment('papers_at'),
  /** When making them last failed. */
  papersTriedAt: moment('papers_tried_at'),
  finalizedAt: moment('finalized_at'),
  closedAt: moment('closed_at'),
  dunned: jsonb().$type<readonly DunningDone[]>().notNull(),
  revision: integer().notNull(),
  createdAt: moment('created_at').notNull(),
});
export type InvoiceRow = typeof invoices.$inferSelect;

export const invoiceLines = pgTable(
  'invoice_lines',
  {
    invoiceId: uuid('invoice_id').notNull(),
    position: integer().notNull(),
    kind: text().$type<LineKind>().notNull(),
    title: text().notNull(),
    detail: text().notNull(),
    quantity: minor('quantity').notNull(),
    unit: minor('unit').notNull(),
    amount: minor('amount').notNull(),
    discount: minor('discount').notNull(),
    net: minor('net').notNull(),
    category: text().$type<TaxCategory>().notNull(),
    rate: integer().notNull(),
    periodStart: moment('period_start'),
    periodEnd: moment('period_end'),
    explained: jsonb().$type<Record<string, string | number>>(),
    /** Of a credit note: the line of its invoice that it gives back. */
    refersTo: integer('refers_to'),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.position] })],
);
export type LineRow = typeof invoiceLines.$inferSelect;

export const invoiceTaxes = pgTable(
  'invoice_taxes',
  {
    invoiceId: uuid('invoice_id').notNull(),
    category: text().$type<TaxCategory>().notNull(),
    rate: integer().notNull(),
    base: minor('base').notNull(),
    tax: minor('tax').notNull(),
    code: text(),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.category, table.rate] })],
);
export type TaxRow = typeof invoiceTaxes.$inferSelect;

export type PaymentFailure = { code: string; kind: 'hard' | 'soft' | 'authentication' };
export const payments = pgTable('payments', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  invoiceId: uuid('invoice_id').notNull(),
  provider: text().$type<Provider>().notNull(),
  state: text().$type<PaymentState>().notNull(),
  amount: minor('amount').notNull(),
  currency: text().notNull(),
  /** What a bank took back of it: off its claim and off the balance together. */
  taken: minor('taken').notNull().default(nothing),
  methodId: uuid('method_id'),
  ref: text(),
  failure: jsonb().$type<PaymentFailure>(),
  offSession: boolean('off_session').notNull(),
  /** For whom its page was opened: for the account, or for the holder of the link. */
  payer: text().$type<'account' | 'link'>().notNull().default('account'),
  valueDate: date('value_date', { mode: 'string' }),
  bankRef: text('bank_ref'),
  note: text().notNull(),
  /** The seller's own way to pay, as it was when it was chosen; null: a card, or a transfer to the bank. */
  manual: jsonb().$type<Manual>(),
  proof: text(),
  settledAt: moment('settled_at'),
  revision: integer().notNull(),
  createdAt: moment('created_at').notNull(),
  changedAt: moment('changed_at').notNull(),
});
export type PaymentRow = typeof payments.$inferSelect;

export const providerEvents = pgTable(
  'provider_events',
  {
    provider: text().notNull(),
    eventId: text('event_id').notNull(),
    kind: text().notNull(),
    objectId: text('object_id'),
    paymentId: uuid('payment_id'),
    /** The provider's name of the payment that it is about. */
    paymentRef: text('payment_ref'),
    receivedAt: moment('received_at').notNull(),
    handledAt: moment('handled_at'),
    /** When it was last tried in vain. */
    triedAt: moment('tried_at'),
    trouble: text(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
);

export const balanceEntries = pgTable('balance_entries', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  currency: text().notNull(),
  amount: minor('amount').notNull(),
  cause: text()
    .$type<'overpaid' | 'late' | 'credit_note' | 'proration' | 'used' | 'given' | 'refunded' | 'refund_failed' | 'reversed'>()
    .notNull(),
  invoiceId: uuid('invoice_id'),
  paymentId: uuid('payment_id'),
  reason: text(),
  at: moment('at').notNull(),
});

export const journalEntries = pgTable('journal_entries', {
  id: uuid().primaryKey(),
  sellerId: uuid('seller_id').notNull(),
  accountId: uuid('account_id').notNull(),
  cause: text().notNull(),
  invoiceId: uuid('invoice_id'),
  paymentId: uuid('payment_id'),
  at: moment('at').notNull(),
});
export type Ledger = 'receivable' | 'revenue' | 'tax' | 'bank' | 'card' | 'balance' | 'loss';
export const journalLines = pgTable(
  'journal_lines',
  {
    entryId: uuid('entry_id').notNull(),
    position: integer().notNull(),
    ledger: text().$type<Ledger>().notNull(),
    currency: text().notNull(),
    /** Positive: debit. */
    amount: minor('amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.entryId, table.position] })],
);
