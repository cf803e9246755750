import { integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true });

export const roomPresentations = pgTable(
  'room_presentations',
  {
    roomId: uuid('room_id').notNull(),
    fileId: uuid('file_id').notNull(),
    accountId: uuid('account_id').notNull(),
    position: integer('position').notNull(),
  },
  (row) => [primaryKey({ columns: [row.roomId, row.fileId] })],
);

export const meetingPresentations = pgTable(
  'meeting_presentations',
  {
    meetingId: uuid('meeting_id').notNull(),
    versionId: uuid('version_id').notNull(),
    fileId: uuid('file_id').notNull(),
    accountId: uuid('account_id').notNull(),
    name: text('name').notNull(),
    position: integer('position').notNull(),
    askedAt: time('asked_at').notNull(),
    askedAgainAt: time('asked_again_at'),
    fetchedAt: time('fetched_at'),
  },
  (row) => [primaryKey({ columns: [row.meetingId, row.versionId] })],
);

/** A list that is prepared in a room for its meetings, and given back by them. */
const preparedTable = (name: string, column: string) =>
  pgTable(name, {
    roomId: uuid('room_id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    items: jsonb(column).$type<unknown[]>().notNull(),
    version: integer('version').notNull(),
    changedAt: time('changed_at').notNull(),
    lastMeetingId: uuid('last_meeting_id'),
  });
export type PreparedTable = ReturnType<typeof preparedTable>;
export const roomPolls = preparedTable('room_polls', 'polls');
export const roomGroups = preparedTable('room_groups', 'sets');
