import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** One value of the installation per key; keys begin with the part of the product that they belong to. Leases are rows of it, too. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  version: integer().notNull().default(1),
  changedBy: uuid('changed_by'),
});
