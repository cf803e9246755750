import { integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { DigestKind, MailHeaders, MailState } from '../outbox.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const outboxMails = pgTable('outbox_mails', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id'),
  userId: uuid('user_id'),
  onceKey: text('once_key'),
  template: text().notNull(),
  recipient: text().notNull(),
  locale: text().notNull(),
  subject: text().notNull(),
  /** Both bodies are sealed, because they carry links that open doors; empty once they were thrown away. */
  bodyText: text('body_text').notNull(),
  bodyHtml: text('body_html').notNull(),
  state: text().$type<MailState>().notNull(),
  attempts: integer().notNull(),
  lastError: text('last_error'),
  createdAt: moment('created_at').notNull(),
  sentAt: moment('sent_at'),
  claimedUntil: moment('claimed_until'),
  /** In whose name it goes out, and where answers go; null = the operator's own. */
  senderName: text('sender_name'),
  replyTo: text('reply_to'),
  /** The thing of another domain that it is about. */
  aboutId: uuid('about_id'),
  /** A part for calendar programs, sealed as the bodies are. */
  calendar: text('body_calendar'),
  /** Beside those of every mail. */
  headers: jsonb().$type<MailHeaders>(),
});
export type MailRecord = typeof outboxMails.$inferSelect;

export type NoticeData = Record<string, string | number | boolean | null>;
export const notices = pgTable('notices', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  userId: uuid('user_id').notNull(),
  kind: text().notNull(),
  data: jsonb().$type<NoticeData>().notNull(),
  link: text(),
  readAt: moment('read_at'),
  createdAt: moment('created_at').notNull(),
});
export type NoticeRecord = typeof notices.$inferSelect;

export const noticeChoices = pgTable('notice_choices', {
  accountId: uuid('account_id').notNull(),
  userId: uuid('user_id').notNull(),
  /** Topics without notices, and without mails. */
  noNotice: text('no_notice').array().notNull(),
  noMail: text('no_mail').array().notNull(),
  digest: text().$type<DigestKind>().notNull(),
  digestedAt: moment('digested_at'),
});
export type ChoiceRecord = typeof noticeChoices.$inferSelect;
