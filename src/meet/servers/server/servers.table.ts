import { boolean, doublePrecision, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { MaintenanceWindow } from '../server-views.contract.ts';
import { hashes, healths, serverStates } from '../servers.rules.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

export const servers = pgTable('servers', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  kind: text('kind', { enum: ['engine', 'bbb'] }).notNull(),
  url: text('url').notNull(),
  secretSealed: text('secret_sealed').notNull(),
  state: text('state', { enum: serverStates }).notNull(),
  stateReason: text('state_reason'),
  health: text('health', { enum: healths }).notNull(),
  healthReason: text('health_reason'),
  directJoin: boolean('direct_join').notNull().default(false),
  /** Polls in a row that failed, and that went well. */
  failures: integer('failures').notNull().default(0),
  successes: integer('successes').notNull().default(0),
  checkedAt: time('checked_at'),
  answeredAt: time('answered_at'),
  meetings: integer('meetings').notNull().default(0),
  people: integer('people').notNull().default(0),
  voices: integer('voices').notNull().default(0),
  videos: integer('videos').notNull().default(0),
  region: text('region'),
  tags: text('tags').array().notNull().default([]),
  pools: text('pools').array().notNull().default([]),
  multiplier: doublePrecision('multiplier').notNull().default(1),
  maxMeetings: integer('max_meetings'),
  maxPeople: integer('max_people'),
  hash: text('hash', { enum: hashes }).notNull().default('sha256'),
  bbbVersion: text('bbb_version'),
  clockSkewMs: integer('clock_skew_ms'),
  answerMs: integer('answer_ms'),
  maintenance: jsonb('maintenance').$type<MaintenanceWindow[]>().notNull().default([]),
  note: text('note').notNull().default(''),
  revision: integer('revision').notNull().default(1),
  createdAt: time('created_at').notNull(),
  changedAt: time('changed_at').notNull().defaultNow(),
  /** When it last took our hook. */
  hooksAt: time('hooks_at'),
  /** Who an engine of ours is, wherever it runs; null for every other server, and for engines of older versions until their next start. */
  engineId: uuid('engine_id'),
  /** The machine of the process that runs it, and until when no other machine may take its place. */
  engineHost: text('engine_host'),
  engineUntil: time('engine_until'),
});

export const serverEventRows = pgTable('server_events', {
  id: uuid('id').primaryKey(),
  serverId: uuid('server_id').notNull(),
  at: time('at').notNull(),
  kind: text('kind', { enum: ['added', 'changed', 'state', 'health', 'version', 'panic', 'zombie'] }).notNull(),
  was: text('was'),
  became: text('became'),
  reason: text('reason'),
  byUser: uuid('by_user'),
});

export const serverSamples = pgTable(
  'server_samples',
  {
    serverId: uuid('server_id').notNull(),
    step: text('step', { enum: ['minute', 'hour'] }).notNull(),
    at: time('at').notNull(),
    health: text('health', { enum: healths }).notNull(),
    load: doublePrecision('load').notNull(),
    meetings: integer('meetings').notNull(),
    people: integer('people').notNull(),
    peoplePeak: integer('people_peak').notNull(),
    voices: integer('voices').notNull(),
    videos: integer('videos').notNull(),
  },
  (row) => [primaryKey({ columns: [row.serverId, row.step, row.at] })],
);

/** Where the meetings of an account go, as the operator decided. */
export const accountPlacement = pgTable('account_placement', {
  accountId: uuid('account_id').primaryKey(),
  pools: text('pools').array().notNull().default([]),
  poolsRequired: boolean('pools_required').notNull().default(false),
  region: text('region'),
  regionRequired: boolean('region_required').notNull().default(false),
  revision: integer('revision').notNull().default(1),
  changedAt: time('changed_at').notNull(),
});
