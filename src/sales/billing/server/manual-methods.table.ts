/** Ways to pay that sellers name themselves. */
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ManualKind } from '../manual-methods.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const manualMethods = pgTable('manual_methods', {
  id: uuid().primaryKey(),
  sellerId: uuid('seller_id').notNull(),
  kind: text().$type<ManualKind>().notNull(),
  name: text().notNull(),
  instructions: text().notNull(),
  offered: text().$type<'customers' | 'recording'>().notNull(),
  account: text(),
  archivedAt: moment('archived_at'),
  revision: integer().notNull(),
  createdAt: moment('created_at').notNull(),
  changedAt: moment('changed_at').notNull(),
});
export type ManualMethodRow = typeof manualMethods.$inferSelect;

/** As it was when somebody chose it. */
export type Manual = Pick<ManualMethodRow, 'id' | 'kind' | 'name' | 'instructions' | 'account'>;
