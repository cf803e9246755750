/** Money that goes back, and money that a bank is in doubt about. Amounts are minor units of the row's currency. */
import { bigint, date, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { DisputeState, RefundState } from '../invoices.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const minor = (name: string) => bigint(name, { mode: 'bigint' });

export const refunds = pgTable('refunds', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  /** The invoice that was paid. */
  invoiceId: uuid('invoice_id').notNull(),
  creditNoteId: uuid('credit_note_id').notNull(),
  paymentId: uuid('payment_id').notNull(),
  provider: text().$type<'card' | 'transfer'>().notNull(),
  state: text().$type<RefundState>().notNull(),
  amount: minor('amount').notNull(),
  currency: text().notNull(),
  ref: text(),
  failure: text(),
  valueDate: date('value_date', { mode: 'string' }),
  bankRef: text('bank_ref'),
  settledAt: moment('settled_at'),
  createdAt: moment('created_at').notNull(),
  changedAt: moment('changed_at').notNull(),
});
export type RefundRow = typeof refunds.$inferSelect;

export const disputes = pgTable('disputes', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  invoiceId: uuid('invoice_id').notNull(),
  paymentId: uuid('payment_id').notNull(),
  provider: text().$type<'card'>().notNull(),
  ref: text().notNull(),
  state: text().$type<DisputeState>().notNull(),
  amount: minor('amount').notNull(),
  currency: text().notNull(),
  /** What the bank took of the payment when it was lost. */
  taken: minor('taken').notNull().default(0n),
  reason: text().notNull(),
  dueAt: moment('due_at'),
  /** When the bank got an answer, from here or elsewhere. */
  answeredAt: moment('answered_at'),
  remindedAt: moment('reminded_at'),
  openedAt: moment('opened_at').notNull(),
  closedAt: moment('closed_at'),
  changedAt: moment('changed_at').notNull(),
});
export type DisputeRow = typeof disputes.$inferSelect;
