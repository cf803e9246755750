import { bigint, boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { clientNames, type SecretCall, type SecretHash } from '../endpoint.rules.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

export const endpoints = pgTable('endpoints', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  /** The part of the address; says nothing about the account. */
  key: text('key').notNull(),
  host: text('host'),
  hostCheckedAt: time('host_checked_at'),
  hostTrouble: text('host_trouble'),
  hostAskedAt: time('host_asked_at'),
  /** What the DNS record that proves the name has to say. */
  hostCode: text('host_code'),
  createdAt: time('created_at').notNull(),
});

export const endpointSecrets = pgTable('endpoint_secrets', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  endpointId: uuid('endpoint_id').notNull(),
  name: text('name').notNull(),
  secretSealed: text('secret_sealed').notNull(),
  hint: text('hint').notNull(),
  calls: text('calls').array().$type<SecretCall[]>(),
  ranges: text('ranges').array(),
  callsPerMinute: integer('calls_per_minute'),
  bodyHash: boolean('body_hash').notNull().default(false),
  hashes: text('hashes').array().$type<SecretHash[]>(),
  meetingsAtOnce: integer('meetings_at_once'),
  peoplePerMeeting: integer('people_per_meeting'),
  createdAt: time('created_at').notNull(),
  createdBy: uuid('created_by'),
  replaces: uuid('replaces'),
  endsAt: time('ends_at'),
  revokedAt: time('revoked_at'),
  lastUsedAt: time('last_used_at'),
  lastAddress: text('last_address'),
});

export const endpointCallRows = pgTable('endpoint_calls', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  at: time('at').notNull(),
  secretId: uuid('secret_id'),
  call: text('call').notNull(),
  method: text('method').notNull(),
  meeting: text('meeting'),
  client: text('client', { enum: clientNames }).notNull(),
  address: text('address').notNull(),
  outcome: text('outcome', { enum: ['answered', 'refused', 'failed'] }).notNull(),
  key: text('key'),
  reason: text('reason'),
  tookMs: integer('took_ms').notNull(),
  /** Names of parameters that were taken and not acted upon. */
  unhonoured: text('unhonoured').array().notNull().default([]),
  serverId: uuid('server_id'),
});

export const endpointHooks = pgTable('endpoint_hooks', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  /** BBB's hookID. */
  number: bigint('number', { mode: 'number' }).generatedAlwaysAsIdentity(),
  secretId: uuid('secret_id').notNull(),
  callbackUrl: text('callback_url').notNull(),
  meeting: text('meeting'),
  eventIds: text('event_ids').array().notNull().default([]),
  raw: boolean('raw').notNull().default(false),
  createdAt: time('created_at').notNull(),
});
