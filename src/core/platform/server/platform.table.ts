import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ByLocale, LegalKind } from '../platform.rules.ts';

/** Also holds marks of other parts of the product; ours have keys that begin with `platform.`. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  version: integer().notNull(),
  changedBy: uuid('changed_by'),
});
export type SettingRow = typeof settings.$inferSelect;

export const legalVersions = pgTable('legal_versions', {
  kind: text().$type<LegalKind>().notNull(),
  version: integer().notNull(),
  texts: jsonb().$type<ByLocale>().notNull(),
  publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
  publishedBy: uuid('published_by'),
});
export type LegalRow = typeof legalVersions.$inferSelect;
