import { customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** One picture of a person; it goes with the person. */
export const userPictures = pgTable('user_pictures', {
  userId: uuid('user_id').primaryKey(),
  hash: text('hash').notNull(),
  picture: bytes('picture').notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
});
