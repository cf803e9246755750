import { bigint, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type {
  AccountKind,
  AccountState,
  AccountBranding,
  Entitlements,
  MemberRole,
  PlaceState,
  RestReason,
  ServiceLevel,
  UserState,
} from '../accounts.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const accounts = pgTable('accounts', {
  id: uuid().primaryKey(),
  kind: text().$type<AccountKind>().notNull(),
  name: text().notNull(),
  /** The account in sign-ins as `alias/name`. */
  alias: text(),
  state: text().$type<AccountState>().notNull(),
  /** The account that brought this one in; null = the operator's own customer. */
  vendorAccountId: uuid('vendor_account_id'),
  locale: text().notNull(),
  timeZone: text('time_zone').notNull(),
  branding: jsonb().$type<Partial<AccountBranding>>().notNull(),
  entitlements: jsonb().$type<Partial<Entitlements>>().notNull(),
  /** What its plan allows; null: it has none. */
  planEntitlements: jsonb('plan_entitlements').$type<Partial<Entitlements>>(),
  /** What a plan allows that did not begin yet; null: none waits for its day. */
  comingEntitlements: jsonb('coming_entitlements').$type<Partial<Entitlements>>(),
  /** Given to it on top of its plan. */
  /** What passes add while they count. */
  raisedEntitlements: jsonb('raised_entitlements').$type<Partial<Entitlements>>().notNull().default({}),
  extraEntitlements: jsonb('extra_entitlements').$type<Partial<Entitlements>>().notNull().default({}),
  service: text().$type<ServiceLevel>().notNull().default('full'),
  /** Why it is not open, as the person who closed it wrote it, since when, and which account did it. */
  stateReason: text('state_reason'),
  stateAt: moment('state_at'),
  stateBy: uuid('state_by'),
  version: integer().notNull(),
  createdAt: moment('created_at').notNull(),
  /** When the closed account is erased; null: it does not wait for that. */
  eraseAt: moment('erase_at'),
});
export type AccountRow = typeof accounts.$inferSelect;

/** What an account uses of a limit; kept by the database as its things change. */
export const accountUse = pgTable('account_use', {
  accountId: uuid('account_id').primaryKey(),
  /** Of its recordings, those in the bin too. */
  recordedBytes: bigint('recorded_bytes', { mode: 'number' }).notNull(),
  /** Of its library: all versions, and what was promised to uploads. */
  libraryBytes: bigint('library_bytes', { mode: 'number' }).notNull().default(0),
  /** Participant minutes of a calendar month as they are counted, and when that month ends; after that they are no minutes of any. */
  minutesUsed: bigint('minutes_used', { mode: 'number' }).notNull().default(0),
  minutesUntil: moment('minutes_until'),
  /** When somebody of it was last there, to ten minutes; nobody who only acts for it counts. */
  lastActiveAt: moment('last_active_at'),
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
  /** Of the people who work for the operator: which sets of permissions theirs come from. */
  staffRoles: text('staff_roles').array().notNull().default([]),
  state: text().$type<PlaceState>().notNull(),
  /** Why it is suspended; null: somebody of the account did it. */
  suspendedWhy: text('suspended_why').$type<RestReason>(),
  /** What these mean is decided in core/iam. */
  preset: text().notNull().default('none'),
  statements: jsonb().$type<readonly object[]>().notNull().default([]),
  boundary: jsonb().$type<readonly object[]>(),
  grantedBy: uuid('granted_by'),
  expiresAt: moment('expires_at'),
  lockedAt: moment('locked_at'),
  version: integer().notNull().default(1),
  createdAt: moment('created_at').notNull(),
});
export type MembershipRow = typeof memberships.$inferSelect;
