import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { webhookStates } from '../webhooks.rules.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

export const webhooks = pgTable('webhooks', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  name: text('name').notNull(),
  url: text('url').notNull(),
  /** Empty: all. */
  events: text('events').array().notNull().default([]),
  secretSealed: text('secret_sealed').notNull(),
  hint: text('hint').notNull(),
  oldSecretSealed: text('old_secret_sealed'),
  oldEndsAt: time('old_ends_at'),
  state: text('state', { enum: webhookStates }).notNull(),
  failingSince: time('failing_since'),
  /** Days since then on which something was not taken, and the last time. */
  failingDays: integer('failing_days').notNull().default(0),
  failedAt: time('failed_at'),
  lastTakenAt: time('last_taken_at'),
  createdAt: time('created_at').notNull(),
  createdBy: uuid('created_by'),
});
