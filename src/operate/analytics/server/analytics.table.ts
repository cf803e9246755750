import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true }).notNull();

export const analyticsViews = pgTable('analytics_views', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  ownerId: uuid('owner_id').notNull(),
  name: text().notNull(),
  /** Parsed when it is read. */
  question: jsonb().$type<unknown>().notNull(),
  chart: text().notNull(),
  shared: boolean().notNull(),
  version: integer().notNull(),
  createdAt: moment('created_at'),
  updatedAt: moment('updated_at'),
});
export type AnalyticsViewRow = typeof analyticsViews.$inferSelect;
