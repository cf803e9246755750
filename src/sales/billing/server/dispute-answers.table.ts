import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { DisputeAnswerKind, DisputeAnswerState } from '../payments.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
/** Answers to the bank of a payer about a disputed payment. */
export const disputeAnswers = pgTable('dispute_answers', {
  id: uuid().primaryKey(),
  disputeId: uuid('dispute_id').notNull(),
  kind: text().$type<DisputeAnswerKind>().notNull(),
  state: text().$type<DisputeAnswerState>().notNull(),
  texts: jsonb().$type<Record<string, string>>().notNull(),
  document: text().$type<'invoice' | 'none'>().notNull(),
  failure: text(),
  writtenBy: uuid('written_by'),
  createdAt: moment('created_at').notNull(),
  settledAt: moment('settled_at'),
  changedAt: moment('changed_at').notNull(),
});
export type DisputeAnswerRow = typeof disputeAnswers.$inferSelect;
