import { date, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { MessageDoc } from '#kit/message-doc.contract.ts';
import type { AttachedFile } from '#core/files/files.rules.ts';
import type { BoardLabel, CardEvent, CardStep } from '../tasks-views.contract.ts';
import type { BoardRole, BoardShare, CardReminder, ShareRole, TaskSource } from '../tasks.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const taskBoards = pgTable('task_boards', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  name: text().notNull(),
  share: text().$type<BoardShare>().notNull(),
  shareRole: text('share_role').$type<ShareRole>().notNull(),
  labels: jsonb().$type<BoardLabel[]>().notNull(),
  revision: integer().notNull(),
  lastNumber: integer('last_number').notNull(),
  archivedAt: moment('archived_at'),
  createdBy: uuid('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
});
export type TaskBoardRow = typeof taskBoards.$inferSelect;

export const taskMembers = pgTable(
  'task_members',
  {
    boardId: uuid('board_id').notNull(),
    userId: uuid('user_id').notNull(),
    accountId: uuid('account_id').notNull(),
    role: text().$type<BoardRole>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.boardId, table.userId] })],
);
export type TaskMemberRow = typeof taskMembers.$inferSelect;

export const taskLists = pgTable('task_lists', {
  id: uuid().primaryKey(),
  boardId: uuid('board_id').notNull(),
  accountId: uuid('account_id').notNull(),
  name: text().notNull(),
  rank: text().notNull(),
  cardLimit: integer('card_limit'),
  archivedAt: moment('archived_at'),
});
export type TaskListRow = typeof taskLists.$inferSelect;

export const taskCards = pgTable('task_cards', {
  id: uuid().primaryKey(),
  boardId: uuid('board_id').notNull(),
  listId: uuid('list_id').notNull(),
  accountId: uuid('account_id').notNull(),
  number: integer().notNull(),
  title: text().notNull(),
  body: text().notNull(),
  rank: text().notNull(),
  labels: uuid().array().notNull(),
  people: uuid().array().notNull(),
  dueOn: date('due_on', { mode: 'string' }),
  dueAt: moment('due_at'),
  remind: text().$type<CardReminder>().notNull(),
  remindAt: moment('remind_at'),
  checklist: jsonb().$type<CardStep[]>().notNull(),
  files: jsonb().$type<AttachedFile[]>().notNull(),
  sourceKind: text('source_kind').$type<TaskSource>(),
  sourceId: uuid('source_id'),
  sourceSecond: integer('source_second'),
  sourceName: text('source_name'),
  comments: integer().notNull(),
  doneAt: moment('done_at'),
  revision: integer().notNull(),
  textRevision: integer('text_revision').notNull(),
  archivedAt: moment('archived_at'),
  createdBy: uuid('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
});
export type TaskCardRow = typeof taskCards.$inferSelect;

export const taskComments = pgTable('task_comments', {
  id: uuid().primaryKey(),
  cardId: uuid('card_id').notNull(),
  boardId: uuid('board_id').notNull(),
  accountId: uuid('account_id').notNull(),
  authorId: uuid('author_id').notNull(),
  body: text().notNull(),
  doc: jsonb().$type<MessageDoc>(),
  mentions: uuid().array().notNull(),
  files: jsonb().$type<AttachedFile[]>().notNull(),
  editedAt: moment('edited_at'),
  createdAt: moment('created_at').notNull(),
});
export type TaskCommentRow = typeof taskComments.$inferSelect;

export const taskActivity = pgTable('task_activity', {
  id: uuid().primaryKey(),
  cardId: uuid('card_id').notNull(),
  boardId: uuid('board_id').notNull(),
  accountId: uuid('account_id').notNull(),
  byId: uuid('by_id'),
  what: text().$type<CardEvent['what']>().notNull(),
  data: jsonb().$type<Record<string, string>>().notNull(),
  createdAt: moment('created_at').notNull(),
});
export type TaskActivityRow = typeof taskActivity.$inferSelect;
