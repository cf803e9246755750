import { boolean, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { SignInWay } from '#core/accounts/policy.rules.ts';
import type { LinkKind } from '../identity.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  accountId: uuid('account_id').notNull(),
  address: text().notNull(),
  agent: text().notNull(),
  createdAt: moment('created_at').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  endedAt: moment('ended_at'),
  endReason: text('end_reason'),
  provenUntil: moment('proven_until'),
  /** How it began; null: before that was kept, or in somebody's name. */
  way: text().$type<SignInWay>(),
  /** Opened with a second factor or a passkey. */
  strong: boolean().notNull().default(false),
  /** Somebody who acts in this person's name, from which session of their own, why, and the hash of the token that leads back there. */
  impersonatedBy: uuid('impersonated_by'),
  parentId: uuid('parent_id'),
  reason: text(),
  returnHash: text('return_hash'),
});
export type SessionRow = typeof sessions.$inferSelect;

export const refreshTokens = pgTable('refresh_tokens', {
  hash: text().primaryKey(),
  sessionId: uuid('session_id').notNull(),
  issuedAt: moment('issued_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
  /** The token that took its place, sealed; only kept for the short grace in which it may be asked for again. */
  successor: text(),
});
export type RefreshRow = typeof refreshTokens.$inferSelect;

export const linkTokens = pgTable('link_tokens', {
  hash: text().primaryKey(),
  kind: text().$type<LinkKind>().notNull(),
  userId: uuid('user_id'),
  email: text(),
  data: jsonb().$type<Record<string, string>>().notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});
export type LinkRow = typeof linkTokens.$inferSelect;

export const usedChallenges = pgTable('used_challenges', {
  hash: text().primaryKey(),
  expiresAt: moment('expires_at').notNull(),
});
