/** Resellers' money. `accountId` is the vendor's; amounts are minor units of the row's currency, without tax unless noted. */
import { bigint, date, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AccountingRate } from '#sales/billing/accounting.rules.ts';
import type { VatCategory } from '#sales/documents/documents.rules.ts';
import type { TaxReason } from '#sales/tax/tax.rules.ts';
import type { CommissionState, WaitReason } from '../resale.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const minor = (name: string) => bigint(name, { mode: 'bigint' });

export const resaleFloors = pgTable(
  'resale_floors',
  {
    accountId: uuid('account_id').notNull(),
    planId: uuid('plan_id').notNull(),
    version: integer().notNull(),
    currency: text().notNull(),
    period: text().$type<'month' | 'year' | 'once'>().notNull(),
    amount: minor('amount').notNull(),
    seatAmount: minor('seat_amount'),
    /** Of a thousand minutes above the included ones; null: none are sold. */
    minuteAmount: minor('minute_amount'),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.planId, table.version, table.currency, table.period] })],
);
export type FloorRow = typeof resaleFloors.$inferSelect;

export const resaleVersions = pgTable(
  'resale_versions',
  {
    planId: uuid('plan_id').notNull(),
    version: integer().notNull(),
    accountId: uuid('account_id').notNull(),
    sourcePlanId: uuid('source_plan_id').notNull(),
    sourceVersion: integer('source_version').notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.version] })],
);
export type HandedRow = typeof resaleVersions.$inferSelect;

export type Party = {
  name: string;
  street: string;
  postcode: string;
  city: string;
  country: string;
  vatId: string | null;
  taxNumber: string | null;
  iban: string | null;
  /** Papers of before have none of these. */
  email?: string;
  registration?: string | null;
  bic?: string | null;
  holder?: string | null;
};
/** Both sides and the tax as they were on the day; amounts as whole numbers. */
export type Paper = {
  supplier?: Party;
  buyer?: Party;
  taxes?: {
    category: VatCategory;
    rate: number;
    base: number;
    tax: number;
    code: string | null;
    reason: TaxReason | null;
    law?: string | null;
  }[];
  /** The tax in the currency of the vendor's books. */
  accounting?: { currency: string; tax: number; rate: AccountingRate };
};
export const resaleStatements = pgTable('resale_statements', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  kind: text().$type<'commission' | 'wholesale'>().notNull(),
  /** YYYY-MM */
  month: text().notNull(),
  currency: text().notNull(),
  net: minor('net').notNull(),
  tax: minor('tax').notNull(),
  gross: minor('gross').notNull(),
  number: text(),
  issueDate: date('issue_date', { mode: 'string' }).notNull(),
  paper: jsonb().$type<Paper>().notNull(),
  invoiceId: uuid('invoice_id'),
  paidOn: date('paid_on', { mode: 'string' }),
  bankRef: text('bank_ref'),
  pdfSha256: text('pdf_sha256'),
  xmlSha256: text('xml_sha256'),
  ublSha256: text('ubl_sha256'),
  /** Null: its files are not made yet. */
  papersAt: moment('papers_at'),
  createdAt: moment('created_at').notNull(),
});
export type StatementRow = typeof resaleStatements.$inferSelect;

export const resaleSeries = pgTable(
  'resale_series',
  { accountId: uuid('account_id').notNull(), year: integer().notNull(), next: integer().notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.year] })],
);

export const commissions = pgTable('commissions', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  customerId: uuid('customer_id').notNull(),
  invoiceId: uuid('invoice_id').notNull(),
  state: text().$type<CommissionState>().notNull(),
  rate: integer().notNull(),
  base: minor('base').notNull(),
  /** Negative: taken back. */
  amount: minor('amount').notNull(),
  currency: text().notNull(),
  locksAt: moment('locks_at').notNull(),
  statementId: uuid('statement_id'),
  createdAt: moment('created_at').notNull(),
});
export type CommissionRow = typeof commissions.$inferSelect;

export const resaleCharges = pgTable(
  'resale_charges',
  {
    subscriptionId: uuid('subscription_id').notNull(),
    /** `period`: that one began; `end`: that it ended early; else the id of the note of a change inside of it, or of a charge for minutes. */
    piece: text().notNull(),
    /** When it began, changed or ended. */
    startsAt: moment('starts_at').notNull(),
    accountId: uuid('account_id').notNull(),
    statementId: uuid('statement_id').notNull(),
    amount: minor('amount').notNull(),
    currency: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.piece, table.startsAt] })],
);
export type ChargeRow = typeof resaleCharges.$inferSelect;

export const resaleWaits = pgTable(
  'resale_waits',
  {
    accountId: uuid('account_id').notNull(),
    kind: text().$type<'commission' | 'wholesale'>().notNull(),
    currency: text().notNull(),
    /** YYYY-MM */
    month: text().notNull(),
    reason: text().$type<WaitReason>().notNull(),
    since: moment('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind, table.currency] })],
);
export type WaitRow = typeof resaleWaits.$inferSelect;
