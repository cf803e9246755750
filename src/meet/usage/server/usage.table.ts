import { bigint, date, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const many = (name: string) => bigint(name, { mode: 'number' });

export const usageDays = pgTable('usage_days', {
  accountId: uuid('account_id').notNull(),
  day: date({ mode: 'string' }).notNull(),
  zone: text().notNull(),
  fromAt: moment('from_at').notNull(),
  untilAt: moment('until_at').notNull(),
  meetings: integer().notNull(),
  people: integer().notNull(),
  seconds: many('seconds').notNull(),
  /** Kept by the database: whole minutes of `seconds`. */
  minutes: many('minutes').notNull(),
  peak: integer().notNull(),
  storageBytes: many('storage_bytes').notNull(),
  countedAt: moment('counted_at').notNull(),
});
export type UsageDayRow = typeof usageDays.$inferSelect;

export const usageAdjustments = pgTable('usage_adjustments', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  day: date({ mode: 'string' }).notNull(),
  minutes: many('minutes').notNull(),
  notedAt: moment('noted_at').notNull(),
});
export type UsageAdjustmentRow = typeof usageAdjustments.$inferSelect;
