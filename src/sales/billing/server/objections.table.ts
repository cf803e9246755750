import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });
/** What a customer does not agree with. */
export const invoiceObjections = pgTable('invoice_objections', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  invoiceId: uuid('invoice_id').notNull(),
  state: text().$type<'open' | 'answered' | 'withdrawn'>().notNull(),
  reason: text().notNull(),
  raisedBy: uuid('raised_by').notNull(),
  answer: text(),
  answeredBy: uuid('answered_by'),
  createdAt: moment('created_at').notNull(),
  closedAt: moment('closed_at'),
});
export type ObjectionRow = typeof invoiceObjections.$inferSelect;
