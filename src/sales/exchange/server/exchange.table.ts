/** Published rates in hundred-millionths, and whether the bank's are taken. */
import { bigint, boolean, date, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { EcbTrouble } from '../exchange.contract.ts';
import type { RateSource } from '../exchange.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const exchangeRates = pgTable('exchange_rates', {
  id: uuid().primaryKey(),
  base: text().notNull(),
  currency: text().notNull(),
  day: date({ mode: 'string' }).notNull(),
  rate: bigint({ mode: 'bigint' }).notNull(),
  source: text().$type<RateSource>().notNull(),
  origin: text().notNull(),
  /** When an invoice first rested on it. */
  usedAt: moment('used_at'),
  /** When a used one was found to be wrong: no further invoice rests on it. */
  withdrawnAt: moment('withdrawn_at'),
  addedBy: uuid('added_by'),
  addedAt: moment('added_at').notNull(),
});
export type RateRow = typeof exchangeRates.$inferSelect;

export const exchangeSettings = pgTable('exchange_settings', {
  one: boolean().primaryKey(),
  ecb: text().$type<'off' | 'on'>().notNull(),
  takenAt: moment('taken_at'),
  failedAt: moment('failed_at'),
  failure: text().$type<EcbTrouble>(),
  revision: integer().notNull(),
  changedAt: moment('changed_at').notNull(),
});
export type SettingsRow = typeof exchangeSettings.$inferSelect;
