/** What the bank says, and what was made of it. Amounts are minor units of the row's currency; days are `YYYY-MM-DD`. */
import { bigint, boolean, date, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { EntryState } from '../bank.contract.ts';
import type { StatementFormat } from '../statement-file.contract.ts';
import type { PeriodPart, PeriodState } from '../periods.contract.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const minor = (name: string) => bigint(name, { mode: 'bigint' });
const day = (name: string) => date(name, { mode: 'string' });

export const bankSettings = pgTable('bank_settings', {
  sellerId: uuid('seller_id').primaryKey(),
  autoAfter: integer('auto_after'),
  tolerance: minor('tolerance').notNull(),
  revision: integer().notNull(),
  changedAt: moment('changed_at').notNull(),
});
export type SettingsRow = typeof bankSettings.$inferSelect;

export const bankStatements = pgTable('bank_statements', {
  id: uuid().primaryKey(),
  sellerId: uuid('seller_id').notNull(),
  sha256: text().notNull(),
  position: integer().notNull(),
  file: text().notNull(),
  format: text().$type<StatementFormat>().notNull(),
  account: text(),
  fromDay: day('from_day'),
  toDay: day('to_day'),
  opening: minor('opening'),
  closing: minor('closing'),
  currency: text(),
  lines: integer().notNull(),
  added: integer().notNull(),
  readBy: uuid('read_by').notNull(),
  readAt: moment('read_at').notNull(),
});
export type StatementRow = typeof bankStatements.$inferSelect;

export const bankEntries = pgTable('bank_entries', {
  id: uuid().primaryKey(),
  sellerId: uuid('seller_id').notNull(),
  statementId: uuid('statement_id').notNull(),
  print: text().notNull(),
  bookedOn: day('booked_on').notNull(),
  valueOn: day('value_on'),
  amount: minor('amount').notNull(),
  currency: text().notNull(),
  payerName: text('payer_name'),
  payerIban: text('payer_iban'),
  texts: text().array().notNull(),
  endToEnd: text('end_to_end'),
  bankRef: text('bank_ref'),
  state: text().$type<EntryState>().notNull(),
  how: text().$type<'hand' | 'auto'>(),
  agreed: boolean().notNull().default(false),
  returns: uuid(),
  reason: text(),
  decidedBy: uuid('decided_by'),
  decidedAt: moment('decided_at'),
});
export type EntryRow = typeof bankEntries.$inferSelect;

export const bankBookings = pgTable(
  'bank_bookings',
  {
    entryId: uuid('entry_id').notNull(),
    position: integer().notNull(),
    sellerId: uuid('seller_id').notNull(),
    invoiceId: uuid('invoice_id').notNull(),
    paymentId: uuid('payment_id').notNull(),
    payerId: uuid('payer_id').notNull(),
    amount: minor('amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.entryId, table.position] })],
);
export type BookingRow = typeof bankBookings.$inferSelect;

export const periodExports = pgTable('period_exports', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  askedBy: uuid('asked_by').notNull(),
  side: text().$type<'buyer' | 'seller'>().notNull(),
  parts: text().array().$type<PeriodPart[]>().notNull(),
  fromDay: day('from_day').notNull(),
  toDay: day('to_day').notNull(),
  state: text().$type<PeriodState>().notNull(),
  progress: integer().notNull().default(0),
  tries: integer().notNull().default(0),
  aliveAt: moment('alive_at'),
  bytes: bigint({ mode: 'number' }),
  createdAt: moment('created_at').notNull(),
  readyAt: moment('ready_at'),
  endsAt: moment('ends_at'),
});
export type PeriodRow = typeof periodExports.$inferSelect;
