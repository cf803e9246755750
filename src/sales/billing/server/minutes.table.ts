import { bigint, boolean, date, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const many = (name: string) => bigint(name, { mode: 'number' });
const minor = (name: string) => bigint(name, { mode: 'bigint' });
/** Minutes above what a plan holds, month by month. Amounts are minor units. */
export const minuteCharges = pgTable('minute_charges', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  subscriptionId: uuid('subscription_id').notNull(),
  /** Its first day. */
  month: date({ mode: 'string' }).notNull(),
  /** 0: the month as it was closed; then what became known later, one after the other. */
  turn: integer().notNull(),
  currency: text().notNull(),
  inclusive: boolean().notNull(),
  /** For a thousand minutes. */
  rate: minor('rate').notNull(),
  included: many('included').notNull(),
  minutes: many('minutes').notNull(),
  billed: many('billed').notNull(),
  amount: minor('amount').notNull(),
  invoiceId: uuid('invoice_id'),
  reckonedAt: timestamp('reckoned_at', { withTimezone: true }).notNull(),
  /** The vendor that may still owe for it; the database sets it. */
  owedBy: uuid('owed_by'),
});
export type MinuteChargeRow = Omit<typeof minuteCharges.$inferSelect, 'owedBy'>;
