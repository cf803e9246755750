import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Entitlements } from '#core/accounts/accounts.rules.ts';
import type { SeatKey } from '../limits.rules.ts';
import type { CouponCovers, PlanDunning } from '../plans.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const minor = (name: string) => bigint(name, { mode: 'bigint' });

export const plans = pgTable('plans', {
  id: uuid().primaryKey(),
  sellerId: uuid('seller_id').notNull(),
  kind: text().$type<'base' | 'addon' | 'pass'>().notNull(),
  code: text().notNull(),
  name: text().notNull(),
  summary: text().notNull(),
  /** By locale. */
  words: jsonb().$type<Record<string, { name: string; summary: string }>>().notNull(),
  visibility: text().$type<'public' | 'private' | 'archived'>().notNull(),
  position: integer().notNull(),
  version: integer().notNull(),
  revision: integer().notNull(),
  createdAt: moment('created_at').notNull(),
});
export type PlanRow = typeof plans.$inferSelect;

export const planVersions = pgTable(
  'plan_versions',
  {
    planId: uuid('plan_id').notNull(),
    version: integer().notNull(),
    entitlements: jsonb().$type<Partial<Entitlements>>().notNull(),
    trialDays: integer('trial_days').notNull(),
    trialNeedsMethod: boolean('trial_needs_method').notNull(),
    hours: integer(),
    seatKey: text('seat_key').$type<SeatKey>(),
    seatMost: integer('seat_most'),
    dunning: jsonb().$type<PlanDunning>(),
    createdBy: uuid('created_by'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.version] })],
);
export type PlanVersionRow = typeof planVersions.$inferSelect;

/** Amounts in minor units. */
export const planPrices = pgTable(
  'plan_prices',
  {
    planId: uuid('plan_id').notNull(),
    version: integer().notNull(),
    currency: text().notNull(),
    period: text().$type<'month' | 'year' | 'once'>().notNull(),
    amount: minor('amount').notNull(),
    setupFee: minor('setup_fee').notNull(),
    seatAmount: minor('seat_amount'),
    /** Of a thousand participant minutes above the included ones. */
    minuteAmount: minor('minute_amount'),
    inclusive: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.planId, table.version, table.currency, table.period] })],
);
export type PlanPriceRow = typeof planPrices.$inferSelect;

export const coupons = pgTable('coupons', {
  id: uuid().primaryKey(),
  sellerId: uuid('seller_id').notNull(),
  code: text().notNull(),
  thousandths: integer(),
  amount: minor('amount'),
  currency: text(),
  periods: integer(),
  most: integer(),
  covers: text().$type<CouponCovers>().notNull().default('plan'),
  used: integer().notNull(),
  planIds: uuid('plan_ids').array(),
  expiresAt: moment('expires_at'),
  stoppedAt: moment('stopped_at'),
  revision: integer().notNull(),
  createdAt: moment('created_at').notNull(),
});
export type CouponRow = typeof coupons.$inferSelect;
