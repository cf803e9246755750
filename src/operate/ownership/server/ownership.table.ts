import { boolean, bigint, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { dataEndStates, dataEndWhys } from '../data-ends.rules.ts';
import { closingStates, exportStates, offerStates } from '../ownership.rules.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

export const accountExports = pgTable('account_exports', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  askedBy: uuid('asked_by').notNull(),
  withRecordings: boolean('with_recordings').notNull(),
  state: text('state', { enum: exportStates }).notNull(),
  progress: integer('progress').notNull().default(0),
  bytes: bigint('bytes', { mode: 'number' }),
  tries: integer('tries').notNull().default(0),
  createdAt: time('created_at').notNull(),
  aliveAt: time('alive_at'),
  readyAt: time('ready_at'),
  endsAt: time('ends_at'),
});

export const ownershipOffers = pgTable('ownership_offers', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  fromUserId: uuid('from_user_id').notNull(),
  toUserId: uuid('to_user_id').notNull(),
  state: text('state', { enum: offerStates }).notNull(),
  createdAt: time('created_at').notNull(),
  endsAt: time('ends_at').notNull(),
  answeredAt: time('answered_at'),
});

/** What an erasure came to; counts by table. */
export type RemovalReceipt = { tables?: Record<string, number>; people?: number; recordings?: number; notAnswered?: string[] };
export const accountClosings = pgTable('account_closings', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  askedBy: uuid('asked_by'),
  state: text('state', { enum: closingStates }).notNull(),
  createdAt: time('created_at').notNull(),
  eraseAt: time('erase_at').notNull(),
  beganAt: time('began_at'),
  endedAt: time('ended_at'),
  receipt: jsonb('receipt').$type<RemovalReceipt>().notNull().default({}),
});

/** One row for each time that an account was warned about the end of its data. */
export const dataEnds = pgTable('data_ends', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  subscriptionId: uuid('subscription_id').notNull(),
  state: text('state', { enum: dataEndStates }).notNull(),
  countedFrom: time('counted_from').notNull(),
  firstToldAt: time('first_told_at').notNull(),
  lastToldAt: time('last_told_at'),
  /** When the word that is due was last written. */
  triedAt: time('tried_at').notNull(),
  /** When the first mail of a word was handed to a mail server; null: none was as far as is known. */
  firstHeardAt: time('first_heard_at'),
  lastHeardAt: time('last_heard_at'),
  closeAt: time('close_at').notNull(),
  closedAt: time('closed_at'),
  closingId: uuid('closing_id'),
  endedAt: time('ended_at'),
  why: text('why', { enum: dataEndWhys }),
});

/** Accounts that nothing erases. */
export const dataHolds = pgTable('data_holds', {
  accountId: uuid('account_id').primaryKey(),
  reason: text('reason').notNull(),
  heldBy: uuid('held_by').notNull(),
  heldAt: time('held_at').notNull(),
});
