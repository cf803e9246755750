import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ByLocale, LegalKind } from '../platform.rules.ts';

export const legalVersions = pgTable('legal_versions', {
  kind: text().$type<LegalKind>().notNull(),
  version: integer().notNull(),
  texts: jsonb().$type<ByLocale>().notNull(),
  publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
  publishedBy: uuid('published_by'),
});
export type LegalRow = typeof legalVersions.$inferSelect;
