import { customType, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Grant, Pool, VendorState } from '../vendors.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export type Application = { about: string; website: string; expected: number };

export const vendors = pgTable('vendors', {
  accountId: uuid('account_id').primaryKey(),
  state: text().$type<VendorState>().notNull(),
  application: jsonb().$type<Partial<Application>>().notNull(),
  appliedBy: uuid('applied_by'),
  appliedAt: moment('applied_at').notNull(),
  contractVersion: text('contract_version'),
  approvedBy: uuid('approved_by'),
  approvedAt: moment('approved_at'),
  reason: text(),
  changedAt: moment('changed_at').notNull(),
  pool: jsonb().$type<Partial<Pool>>().notNull(),
  starter: jsonb().$type<Partial<Grant>>().notNull(),
  referralCode: text('referral_code').notNull(),
  revision: integer().notNull(),
});
export type VendorRow = typeof vendors.$inferSelect;

export const vendorBrands = pgTable('vendor_brands', {
  accountId: uuid('account_id').primaryKey(),
  name: text(),
  accent: text(),
  senderName: text('sender_name'),
  replyTo: text('reply_to'),
  host: text(),
  hostCheckedAt: moment('host_checked_at'),
  hostTrouble: text('host_trouble'),
  hostAskedAt: moment('host_asked_at'),
  hostCode: text('host_code'),
  logo: bytes(),
  logoHash: text('logo_hash'),
  revision: integer().notNull(),
  changedAt: moment('changed_at').notNull(),
});
export type BrandRecord = Omit<typeof vendorBrands.$inferSelect, 'logo'>;

/** Under which terms a vendor sells; without a row somebody arranges its customers' plans by hand. */
export const vendorTerms = pgTable('vendor_terms', {
  accountId: uuid('account_id').primaryKey(),
  model: text().$type<'commission' | 'wholesale'>().notNull(),
  /** Thousandths of a percent of the net that customers paid. */
  rate: integer(),
  /** Days after the payment. */
  lockDays: integer('lock_days').notNull(),
  revision: integer().notNull(),
  changedAt: moment('changed_at').notNull(),
});
export type TermsRow = typeof vendorTerms.$inferSelect;
