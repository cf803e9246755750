import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const accountNotes = pgTable('account_notes', {
  id: uuid().primaryKey(),
  /** Whose note it is. */
  accountId: uuid('account_id').notNull(),
  aboutId: uuid('about_id').notNull(),
  authorId: uuid('author_id').notNull(),
  body: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
export type NoteRow = typeof accountNotes.$inferSelect;
