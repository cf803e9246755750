import { boolean, customType, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { MessageDoc } from '#kit/message-doc.contract.ts';
import type { AttachedFile } from '#core/files/files.rules.ts';
import type { ChatMessageKind, ConversationKind } from '../chat.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const conversations = pgTable('chat_conversations', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  sellerId: uuid('seller_id'),
  kind: text().$type<ConversationKind>().notNull(),
  name: text(),
  pairKey: text('pair_key'),
  lastNumber: integer('last_number').notNull(),
  lastAt: moment('last_at').notNull(),
  lastKind: text('last_kind').$type<ChatMessageKind>().notNull(),
  lastText: text('last_text').notNull(),
  lastAuthorId: uuid('last_author_id'),
  staffNumber: integer('staff_number').notNull(),
  staffReminded: integer('staff_reminded').notNull(),
  roomId: uuid('room_id'),
  createdBy: uuid('created_by').notNull(),
  createdAt: moment('created_at').notNull(),
});
export type ConversationRow = typeof conversations.$inferSelect;

export const chatMembers = pgTable(
  'chat_members',
  {
    conversationId: uuid('conversation_id').notNull(),
    userId: uuid('user_id').notNull(),
    accountId: uuid('account_id').notNull(),
    role: text().$type<'owner' | 'member'>().notNull(),
    joinedAt: moment('joined_at').notNull(),
    leftAt: moment('left_at'),
    readNumber: integer('read_number').notNull(),
    mentions: integer().notNull().default(0),
    muted: boolean().notNull().default(false),
    pinned: boolean().notNull().default(false),
    remindedNumber: integer('reminded_number').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.conversationId, table.userId] })],
);
export type ChatMemberRow = typeof chatMembers.$inferSelect;

export const chatMessages = pgTable('chat_messages', {
  id: uuid().primaryKey(),
  conversationId: uuid('conversation_id').notNull(),
  accountId: uuid('account_id').notNull(),
  sellerId: uuid('seller_id'),
  number: integer().notNull(),
  authorId: uuid('author_id').notNull(),
  kind: text().$type<ChatMessageKind>().notNull(),
  body: text().notNull(),
  doc: jsonb().$type<MessageDoc>(),
  files: jsonb().$type<AttachedFile[]>().notNull(),
  mentions: uuid().array().notNull(),
  meetingId: uuid('meeting_id'),
  rootNumber: integer('root_number'),
  replyCount: integer('reply_count').notNull().default(0),
  participants: uuid().array().notNull().default([]),
  clientKey: text('client_key').notNull(),
  editedAt: moment('edited_at'),
  deletedAt: moment('deleted_at'),
  words: searchWords().notNull(),
  createdAt: moment('created_at').notNull(),
});
export type ChatMessageRow = Omit<typeof chatMessages.$inferSelect, 'words'>;

export const chatConnections = pgTable('chat_connections', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  accountId: uuid('account_id').notNull(),
  seenAt: moment('seen_at').notNull(),
});
export const chatPreferences = pgTable(
  'chat_preferences',
  {
    userId: uuid('user_id').notNull(),
    accountId: uuid('account_id').notNull(),
    showPresence: boolean('show_presence').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.accountId] })],
);

export const messageReactions = pgTable(
  'chat_reactions',
  {
    messageId: uuid('message_id').notNull(),
    userId: uuid('user_id').notNull(),
    accountId: uuid('account_id').notNull(),
    reaction: text().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.userId, table.reaction] })],
);

export const messageEdits = pgTable('chat_edits', {
  id: uuid().primaryKey(),
  messageId: uuid('message_id').notNull(),
  accountId: uuid('account_id').notNull(),
  body: text().notNull(),
  until: moment('until').notNull(),
});
export const chatPolicies = pgTable('chat_policies', {
  accountId: uuid('account_id').primaryKey(),
  editMinutes: integer('edit_minutes'),
  keepEdits: boolean('keep_edits').notNull(),
});
