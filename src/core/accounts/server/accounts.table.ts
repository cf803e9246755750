import { bigint, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AccountKind, AccountState, Branding, Entitlements, MemberRole, UserState } from '../accounts.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const accounts = pgTable('accounts', {
  id: uuid().primaryKey(),
  kind: text().$type<AccountKind>().notNull(),
  name: text().notNull(),
  state: text().$type<AccountState>().notNull(),
  locale: text().notNull(),
  timeZone: text('time_zone').notNull(),
  branding: jsonb().$type<Partial<Branding>>().notNull(),
  entitlements: jsonb().$type<Partial<Entitlements>>().notNull(),
  version: integer().notNull(),
  createdAt: moment('created_at').notNull(),
});
export type AccountRow = typeof accounts.$inferSelect;

/** What an account uses of a limit; kept by the database as its things change. */
export const accountUse = pgTable('account_use', {
  accountId: uuid('account_id').primaryKey(),
  /** Of its recordings, those in the bin too. */
  recordedBytes: bigint('recorded_bytes', { mode: 'number' }).notNull(),
});

export const users = pgTable('users', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  name: text().notNull(),
  passwordHash: text('password_hash'),
  state: text().$type<UserState>().notNull(),
  locale: text().notNull(),
  timeZone: text('time_zone').notNull(),
  emailVerifiedAt: moment('email_verified_at'),
  passwordChangedAt: moment('password_changed_at'),
  termsVersion: text('terms_version'),
  version: integer().notNull(),
  createdAt: moment('created_at').notNull(),
});
export type UserRow = typeof users.$inferSelect;

export const memberships = pgTable('memberships', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  userId: uuid('user_id').notNull(),
  role: text().$type<MemberRole>().notNull(),
  permissions: text().array().notNull(),
  state: text().$type<UserState>().notNull(),
  createdAt: moment('created_at').notNull(),
});
export type MembershipRow = typeof memberships.$inferSelect;
