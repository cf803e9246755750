/** Signs of where consumers are, by claim, and what was decided where they contradict the address. Countries by ISO 3166-1. */
import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ProofKind } from '../places.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
export const placeProofs = pgTable(
  'place_proofs',
  {
    invoiceId: uuid('invoice_id').notNull(),
    kind: text().$type<ProofKind>().notNull(),
    country: text().notNull(),
    accountId: uuid('account_id').notNull(),
    sellerId: uuid('seller_id').notNull(),
    paymentId: uuid('payment_id'),
    /** The country whose tax the invoice has. */
    held: text().notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.kind, table.country] })],
);
export type ProofRow = typeof placeProofs.$inferSelect;

export const placeDecisions = pgTable('place_decisions', {
  invoiceId: uuid('invoice_id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  held: text().notNull(),
  country: text().notNull(),
  /** The proofs that it was decided about, such as `card:FR`. */
  against: text().array().notNull(),
  reason: text().notNull(),
  decidedBy: uuid('decided_by'),
  decidedAt: moment('decided_at').notNull(),
});
export type PlaceDecisionRow = typeof placeDecisions.$inferSelect;
