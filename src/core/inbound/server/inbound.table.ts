import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { IgnoredReason, InboundKind, MessageState, MessageVia } from '../inbound.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const inboundMessages = pgTable('inbound_messages', {
  id: uuid().primaryKey(),
  receivedAt: moment('received_at').notNull(),
  via: text().$type<MessageVia>().notNull(),
  kind: text().$type<InboundKind>(),
  subjectId: uuid('subject_id'),
  messageKey: text('message_key').notNull(),
  state: text().$type<MessageState>().notNull(),
  reason: text().$type<IgnoredReason>(),
  stored: text(),
  peerAddress: text('peer_address'),
  peerName: text('peer_name'),
  mailFrom: text('mail_from'),
  takenAt: moment('taken_at'),
});
export type InboundMessage = typeof inboundMessages.$inferSelect;

export const inboundMailbox = pgTable('inbound_mailbox', {
  id: integer().primaryKey(),
  readAt: moment('read_at'),
  error: text(),
});
