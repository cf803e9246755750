import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Locale } from '#kit/facts.ts';
import type { RichText } from '#kit/rich-text.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const templates = pgTable('templates', {
  id: uuid().primaryKey(),
  /** Null: the operator's, for every account. */
  accountId: uuid('account_id'),
  name: text().notNull(),
  locale: text().$type<Locale>().notNull(),
  draftSubject: text('draft_subject'),
  draftBody: jsonb('draft_body').$type<RichText>(),
  subject: text(),
  body: jsonb().$type<RichText>(),
  publishedAt: moment('published_at'),
  revision: integer().notNull(),
  editedAt: moment('edited_at').notNull(),
  editedBy: uuid('edited_by'),
});
export type TemplateRow = typeof templates.$inferSelect;
