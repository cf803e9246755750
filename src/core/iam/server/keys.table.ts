import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const accessKeys = pgTable('access_keys', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  userId: uuid('user_id').notNull(),
  forAccount: boolean('for_account').notNull(),
  name: text().notNull(),
  prefix: text().notNull(),
  hash: text().notNull(),
  scopes: text().array().notNull(),
  ranges: text().array().notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at'),
  revokedAt: moment('revoked_at'),
  lastUsedAt: moment('last_used_at'),
  lastAddress: text('last_address'),
});
export type KeyRow = typeof accessKeys.$inferSelect;
