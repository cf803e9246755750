import { bigint, boolean, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { SignInWay } from '#core/accounts/policy.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const userTotp = pgTable('user_totp', {
  userId: uuid('user_id').primaryKey(),
  secret: text().notNull(),
  createdAt: moment('created_at').notNull(),
  confirmedAt: moment('confirmed_at'),
  lastStep: bigint('last_step', { mode: 'number' }),
  lastUsedAt: moment('last_used_at'),
});
export type TotpRow = typeof userTotp.$inferSelect;

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id').notNull(),
    hash: text().notNull(),
    salt: text().notNull(),
    madeAt: moment('made_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);
export type RecoveryRow = typeof recoveryCodes.$inferSelect;

export const passkeys = pgTable('passkeys', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: text('public_key').notNull(),
  counter: bigint({ mode: 'number' }).notNull(),
  transports: text().array().notNull(),
  name: text().notNull(),
  synced: boolean().notNull(),
  createdAt: moment('created_at').notNull(),
  lastUsedAt: moment('last_used_at'),
});
export type PasskeyRow = typeof passkeys.$inferSelect;

export const safetyTickets = pgTable('safety_tickets', {
  hash: text().primaryKey(),
  kind: text().$type<'second' | 'passkey' | 'prove' | 'add'>().notNull(),
  userId: uuid('user_id'),
  sessionId: uuid('session_id'),
  challenge: text(),
  address: text().notNull(),
  agent: text().notNull(),
  afterPasskey: boolean('after_passkey').notNull(),
  /** The way that the first step took. */
  way: text().$type<SignInWay>(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
});
export type TicketRow = typeof safetyTickets.$inferSelect;

export const knownDevices = pgTable(
  'known_devices',
  { userId: uuid('user_id').notNull(), hash: text().notNull(), seenAt: moment('seen_at').notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);
