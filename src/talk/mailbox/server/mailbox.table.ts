import { boolean, customType, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AttachedFile } from '#core/files/files.rules.ts';
import type { MailPerson } from '../mailbox.contract.ts';
import type { MailKind, MailPlace } from '../mailbox.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const mailboxItems = pgTable('mailbox_items', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  userId: uuid('user_id').notNull(),
  place: text().$type<MailPlace>().notNull(),
  cameFrom: text('came_from').$type<Exclude<MailPlace, 'bin'>>(),
  binnedAt: moment('binned_at'),
  kind: text().$type<MailKind>().notNull(),
  template: text(),
  senderId: uuid('sender_id'),
  senderName: text('sender_name').notNull(),
  recipients: jsonb().$type<MailPerson[]>().notNull(),
  subject: text().notNull(),
  body: text().notNull(),
  html: text(),
  snippet: text().notNull(),
  link: text(),
  aboutId: uuid('about_id'),
  mailId: uuid('mail_id'),
  replyTo: uuid('reply_to'),
  files: jsonb().$type<AttachedFile[]>().notNull(),
  readAt: moment('read_at'),
  starred: boolean().notNull(),
  labels: uuid().array().notNull(),
  sendAt: moment('send_at'),
  words: searchWords().notNull(),
  revision: integer().notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});
export type MailboxRow = Omit<typeof mailboxItems.$inferSelect, 'words'>;

export const mailboxLabels = pgTable('mailbox_labels', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  userId: uuid('user_id').notNull(),
  name: text().notNull(),
  hue: integer().notNull(),
  createdAt: moment('created_at').notNull(),
});
export type LabelRow = typeof mailboxLabels.$inferSelect;
