import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { InviteeAnswer, RepeatRule } from '../schedule.rules.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

export const scheduledMeetings = pgTable('scheduled_meetings', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  roomId: uuid('room_id').notNull(),
  title: text().notNull(),
  description: text().notNull(),
  zone: text().notNull(),
  start: text().notNull(),
  minutes: integer().notNull(),
  repeat: jsonb().$type<RepeatRule>(),
  lobbyMinutes: integer('lobby_minutes').notNull(),
  reminderMinutes: integer('reminder_minutes'),
  uid: text().notNull(),
  /** What a calendar file that it came with calls it. */
  sourceUid: text('source_uid'),
  sequence: integer().notNull(),
  version: integer().notNull(),
  organizerId: uuid('organizer_id'),
  expandedTo: time('expanded_to').notNull(),
  endsAt: time('ends_at'),
  cancelledAt: time('cancelled_at'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});
export type SeriesRow = typeof scheduledMeetings.$inferSelect;

/** Null: as the series has it. */
export const scheduledExceptions = pgTable(
  'scheduled_exceptions',
  {
    meetingId: uuid('meeting_id').notNull(),
    accountId: uuid('account_id').notNull(),
    roomId: uuid('room_id').notNull(),
    recurrence: text().notNull(),
    cancelled: boolean().notNull(),
    title: text(),
    description: text(),
    start: text(),
    minutes: integer(),
  },
  (row) => [primaryKey({ columns: [row.meetingId, row.recurrence] })],
);
export type ExceptionRow = typeof scheduledExceptions.$inferSelect;

export const scheduledInvitees = pgTable('scheduled_invitees', {
  id: uuid().primaryKey(),
  meetingId: uuid('meeting_id').notNull(),
  accountId: uuid('account_id').notNull(),
  roomId: uuid('room_id').notNull(),
  email: text().notNull(),
  userId: uuid('user_id'),
  locale: text().notNull(),
  known: boolean().notNull(),
  answer: text().$type<InviteeAnswer>().notNull(),
  answeredAt: time('answered_at'),
  answeredSequence: integer('answered_sequence'),
  answeredStamp: time('answered_stamp'),
  words: text(),
  invitedAt: time('invited_at').notNull(),
});
export type InviteeRow = typeof scheduledInvitees.$inferSelect;

export const scheduledDates = pgTable(
  'scheduled_dates',
  {
    meetingId: uuid('meeting_id').notNull(),
    recurrence: text().notNull(),
    accountId: uuid('account_id').notNull(),
    roomId: uuid('room_id').notNull(),
    startsAt: time('starts_at').notNull(),
    endsAt: time('ends_at').notNull(),
    remindAt: time('remind_at'),
  },
  (row) => [primaryKey({ columns: [row.meetingId, row.recurrence] })],
);
export type DateRow = typeof scheduledDates.$inferSelect;

export const calendarFeeds = pgTable('calendar_feeds', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  userId: uuid('user_id').notNull(),
  roomId: uuid('room_id'),
  tokenHash: text('token_hash').notNull(),
  createdAt: time('created_at').notNull(),
  readAt: time('read_at'),
  reader: text(),
});
export type FeedRow = typeof calendarFeeds.$inferSelect;
