import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Other terms for those who hold a version of a plan, with renewals from `startsAt` on. */
export const planMoves = pgTable('plan_moves', {
  id: uuid().primaryKey(),
  sellerId: uuid('seller_id').notNull(),
  planId: uuid('plan_id').notNull(),
  fromVersion: integer('from_version').notNull(),
  toVersion: integer('to_version').notNull(),
  startsAt: moment('starts_at').notNull(),
  madeBy: uuid('made_by'),
  createdAt: moment('created_at').notNull(),
});
export type PlanMoveRow = typeof planMoves.$inferSelect;

/** Trials that were had: keyed digests of addresses and cards. */
export const trialMarks = pgTable(
  'trial_marks',
  {
    sellerId: uuid('seller_id').notNull(),
    kind: text().$type<'mail' | 'card'>().notNull(),
    mark: text().notNull(),
    madeAt: moment('made_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sellerId, table.kind, table.mark] })],
);
