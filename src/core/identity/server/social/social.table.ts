import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const userIdentities = pgTable('user_identities', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  provider: text().notNull(),
  issuer: text().notNull(),
  subject: text().notNull(),
  email: text(),
  groups: text().array().notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at').notNull(),
});
export type IdentityRow = typeof userIdentities.$inferSelect;

export const socialFlows = pgTable('social_flows', {
  hash: text().primaryKey(),
  provider: text().notNull(),
  intent: text().$type<'sign-in' | 'link' | 'prove'>().notNull(),
  userId: uuid('user_id'),
  sessionId: uuid('session_id'),
  returnPath: text('return_path').notNull(),
  nonce: text().notNull(),
  verifier: text().notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});
export type FlowRow = typeof socialFlows.$inferSelect;

export const socialArrivals = pgTable('social_arrivals', {
  hash: text().primaryKey(),
  provider: text().notNull(),
  issuer: text().notNull(),
  subject: text().notNull(),
  email: text(),
  emailProven: boolean('email_proven').notNull(),
  name: text().notNull(),
  groups: text().array().notNull(),
  userId: uuid('user_id'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});
export type ArrivalRow = typeof socialArrivals.$inferSelect;
