import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { RoomDefaults, RoomOptionsPart } from '../rooms.contract.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

export const rooms = pgTable('rooms', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  ownerId: uuid('owner_id').notNull(),
  name: text('name').notNull(),
  slug: text('slug').notNull(),
  welcome: text('welcome').notNull().default(''),
  viewerCode: text('viewer_code'),
  moderatorCode: text('moderator_code'),
  lobby: boolean('lobby').notNull().default(false),
  anyoneCanStart: boolean('anyone_can_start').notNull().default(false),
  signInRequired: boolean('sign_in_required').notNull().default(false),
  muteOnStart: boolean('mute_on_start').notNull().default(true),
  record: boolean('record').notNull().default(false),
  maxPeople: integer('max_people'),
  maxMinutes: integer('max_minutes'),
  options: jsonb('options').$type<RoomOptionsPart>().notNull().default({}),
  version: integer('version').notNull().default(1),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  lastMeetingAt: time('last_meeting_at'),
  deletedAt: time('deleted_at'),
  deletedBy: uuid('deleted_by'),
  /** When it is erased by itself; null: never. */
  eraseAt: time('erase_at'),
  changedBy: uuid('changed_by'),
  /** Rests since then, because of that. */
  suspendedAt: time('suspended_at'),
  suspendedWhy: text('suspended_why', { enum: ['over_plan'] }),
  liveMeetingId: uuid('live_meeting_id'),
  liveState: text('live_state', { enum: ['starting', 'live'] }),
  /** A course opens it. */
  inCourse: boolean('in_course').notNull().default(false),
  livePeople: integer('live_people').notNull().default(0),
  liveSince: time('live_since'),
  /** As they are shown, and in the same order as they are compared. */
  tags: text('tags').array().notNull().default([]),
  tagKeys: text('tag_keys').array().notNull().default([]),
});

export const roomShares = pgTable('room_shares', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  roomId: uuid('room_id').notNull(),
  userId: uuid('user_id'),
  email: text('email').notNull(),
  role: text('role', { enum: ['co-owner', 'moderator', 'participant'] }).notNull(),
  state: text('state', { enum: ['invited', 'accepted', 'declined'] }).notNull(),
  invitedBy: uuid('invited_by').notNull(),
  createdAt: time('created_at').notNull(),
  answeredAt: time('answered_at'),
});

export const roomTransfers = pgTable('room_transfers', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  roomId: uuid('room_id').notNull(),
  fromUserId: uuid('from_user_id').notNull(),
  toUserId: uuid('to_user_id'),
  toEmail: text('to_email').notNull(),
  createdAt: time('created_at').notNull(),
});

export const roomDefaults = pgTable('room_defaults', {
  accountId: uuid('account_id').primaryKey(),
  value: jsonb('value').$type<RoomDefaults>().notNull(),
  version: integer('version').notNull(),
  changedAt: time('changed_at').notNull(),
});
export type DefaultsRow = typeof roomDefaults.$inferSelect;
