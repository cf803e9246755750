import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { SeenAttendee, SeenLocks } from '../meetings.rules.ts';
import type { ReportedMeeting } from './said.service.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

export const meetings = pgTable('meetings', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  roomId: uuid('room_id'),
  serverId: uuid('server_id'),
  name: text('name').notNull(),
  state: text('state', { enum: ['starting', 'live', 'detached', 'ended', 'failed'] }).notNull(),
  internalId: text('internal_id'),
  startedBy: uuid('started_by'),
  /** Begun from a course of a learning platform. */
  fromCourse: boolean('from_course').notNull().default(false),
  /** Its room was deleted for good together with its recordings. */
  erasesRecordings: boolean('erases_recordings').notNull().default(false),
  createdAt: time('created_at').notNull(),
  startedAt: time('started_at'),
  firstJoinAt: time('first_join_at'),
  endedAt: time('ended_at'),
  endReason: text('end_reason'),
  /** Who ended it for everybody; noted with the reason. Null: nobody with a sign-in did. */
  endedBy: uuid('ended_by'),
  people: integer('people').notNull().default(0),
  peoplePeak: integer('people_peak').notNull().default(0),
  peopleTotal: integer('people_total').notNull().default(0),
  moderators: integer('moderators').notNull().default(0),
  recording: boolean('recording').notNull().default(false),
  missed: integer('missed').notNull().default(0),
  polledAt: time('polled_at'),
  info: jsonb('info').$type<SeenAttendee[]>(),
  infoAt: time('info_at'),
  /** Since when nobody new comes in; null while everybody may. */
  entryLockedAt: time('entry_locked_at'),
  /** What its server said last of what viewers may not do; null where that cannot be asked. */
  locks: jsonb('locks').$type<SeenLocks>(),
  maxPeople: integer('max_people'),
  maxMinutes: integer('max_minutes'),
  /** People that its server keeps room for until they are there. */
  expectedPeople: integer('expected_people').notNull().default(0),
  placedAt: time('placed_at'),
  detachedAt: time('detached_at'),
  /** Under which the customer's own program knows it; null for meetings of rooms. */
  externalId: text('external_id'),
  parentId: uuid('parent_id'),
  secretId: uuid('secret_id'),
  /** What the customer's program asked for, as far as it is needed again. */
  asked: jsonb('asked'),
  /** What its server said last of it, as read from getMeetings. */
  said: jsonb('said').$type<ReportedMeeting>(),
  saidAt: time('said_at'),
});

/** Epoch milliseconds. */
export type GroupStayRow = { group: number; name: string; from: number; to: number };
export const attendances = pgTable('attendances', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  meetingId: uuid('meeting_id').notNull(),
  personKey: text('person_key').notNull(),
  userId: uuid('user_id'),
  name: text('name').notNull(),
  role: text('role', { enum: ['moderator', 'viewer'] }).notNull(),
  joinedAt: time('joined_at').notNull(),
  leftAt: time('left_at'),
  /** Of the person in the whole meeting, the same at each stay; null where no server sent it. */
  talkedSeconds: integer('talked_seconds'),
  /** Of the person in the whole meeting as well, in order. */
  groupStays: jsonb('group_stays').$type<GroupStayRow[]>().notNull().default([]),
});

export type PollAnswerRow = { key: string; name: string; choices: number[]; typed: string };
export const meetingPolls = pgTable(
  'meeting_polls',
  {
    meetingId: uuid('meeting_id').notNull(),
    position: integer('position').notNull(),
    accountId: uuid('account_id').notNull(),
    question: text('question').notNull(),
    kind: text('kind').notNull(),
    options: jsonb('options').$type<string[]>().notNull(),
    right: jsonb('right_options').$type<number[]>().notNull(),
    several: boolean('several').notNull(),
    anonymous: boolean('anonymous').notNull(),
    counts: jsonb('counts').$type<number[]>().notNull(),
    typed: jsonb('typed').$type<string[]>().notNull(),
    answers: jsonb('answers').$type<PollAnswerRow[]>().notNull(),
    voted: integer('voted').notNull(),
    invited: integer('invited').notNull(),
    startedAt: time('started_at'),
  },
  (row) => [primaryKey({ columns: [row.meetingId, row.position] })],
);
