import { bigint, boolean, doublePrecision, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { recordingStates, type StoredFormat, visibilities } from '../recordings.rules.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

export const recordings = pgTable('recordings', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  /** BBB's recordID. */
  recordId: text('record_id').notNull(),
  meetingId: uuid('meeting_id'),
  roomId: uuid('room_id'),
  ownerId: uuid('owner_id'),
  /** The server that has files of it; null: none has any more. */
  serverId: uuid('server_id'),
  /** The customer's own meetingID; for rooms the meeting's id. */
  externalId: text('external_id').notNull(),
  name: text('name').notNull(),
  state: text('state', { enum: recordingStates }).notNull(),
  stateBefore: text('state_before', { enum: recordingStates }),
  stateReason: text('state_reason'),
  progress: doublePrecision('progress'),
  visibility: text('visibility', { enum: visibilities }).notNull().default('account'),
  protect: boolean('protect').notNull().default(false),
  startedAt: time('started_at').notNull(),
  endedAt: time('ended_at'),
  lengthMs: bigint('length_ms', { mode: 'number' }).notNull().default(0),
  people: integer('people').notNull().default(0),
  views: integer('views').notNull().default(0),
  bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
  metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
  formats: jsonb('formats').$type<StoredFormat[]>().notNull().default([]),
  held: text('held', { enum: ['server', 'here'] })
    .notNull()
    .default('server'),
  keepUntil: time('keep_until'),
  /** A person chose `keepUntil`; the account's rule leaves it alone. */
  keepOwn: boolean('keep_own').notNull().default(false),
  warnedAt: time('warned_at'),
  recycledAt: time('recycled_at'),
  deletedAt: time('deleted_at'),
  /** When it was published first; programs heard of it then. */
  readyToldAt: time('ready_told_at'),
  /** Lists in a row in which its server did not have it, and when the first of them was read. */
  missed: integer('missed').notNull().default(0),
  missedSince: time('missed_since'),
  revision: integer('revision').notNull().default(1),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});

export const recordingCaptions = pgTable('recording_captions', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  recordingId: uuid('recording_id').notNull(),
  kind: text('kind', { enum: ['captions', 'subtitles'] }).notNull(),
  lang: text('lang').notNull(),
  label: text('label').notNull(),
  source: text('source').notNull(),
  file: text('file').notNull(),
  createdAt: time('created_at').notNull(),
});

export const recordingLinks = pgTable('recording_links', {
  hash: text('hash').primaryKey(),
  accountId: uuid('account_id').notNull(),
  recordingId: uuid('recording_id').notNull(),
  createdBy: uuid('created_by'),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
});

export const recordingRules = pgTable('recording_rules', {
  accountId: uuid('account_id').primaryKey(),
  /** Days that recordings are kept; null: for ever. */
  keepDays: integer('keep_days'),
  updatedAt: time('updated_at').notNull(),
});

/** A format on its way from a server, packed; it arrives in parts. */
export const recordingUploads = pgTable('recording_uploads', {
  id: uuid('id').primaryKey(),
  serverId: uuid('server_id').notNull(),
  recordingId: uuid('recording_id').notNull(),
  recordId: text('record_id').notNull(),
  format: text('format').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  received: bigint('received', { mode: 'number' }).notNull().default(0),
  sha256: text('sha256').notNull(),
  state: text('state', { enum: ['receiving', 'checking', 'settling', 'done', 'failed'] }).notNull(),
  /** Why it failed. */
  trouble: text('trouble'),
  parts: jsonb('parts').$type<string[]>().notNull().default([]),
  /** The folder that its files took the place of; it is put away while the upload settles. */
  replaces: text('replaces'),
  /** How often its job began to unpack it. */
  tries: integer('tries').notNull().default(0),
  metadata: text('metadata').notNull(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});

/** The number that a server's key follows from, and when the key was used last. */
export const recordingTransfers = pgTable('recording_transfers', {
  serverId: uuid('server_id').primaryKey(),
  generation: integer('generation').notNull().default(1),
  createdAt: time('created_at').notNull(),
  usedAt: time('used_at'),
});
