import { boolean, customType, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { MessageDoc } from '#kit/message-doc.contract.ts';
import type { AttachedFile } from '#core/files/files.rules.ts';
import type { BusinessDay } from '../promise.rules.ts';
import type { TicketFilter, TicketSnapshot } from '../tickets-views.contract.ts';
import type { LeftOutFile, TicketCategory, TicketImpact, TicketPriority, TicketState, TicketSubject } from '../tickets.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const ticketNumbers = pgTable('ticket_numbers', { accountId: uuid('account_id').primaryKey(), last: integer().notNull() });

export const tickets = pgTable('tickets', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  number: integer().notNull(),
  requesterId: uuid('requester_id').notNull(),
  subject: text().notNull(),
  category: text().$type<TicketCategory>().notNull(),
  impact: text().$type<TicketImpact>().notNull(),
  state: text().$type<TicketState>().notNull(),
  priority: text().$type<TicketPriority>().notNull(),
  assigneeId: uuid('staff_assignee_id'),
  tags: text('staff_tags').array().notNull(),
  aboutKind: text('about_kind').$type<TicketSubject>(),
  aboutId: uuid('about_id'),
  aboutName: text('about_name'),
  snapshot: jsonb().$type<TicketSnapshot>(),
  lastText: text('last_text').notNull(),
  lastFrom: text('last_from').$type<TicketSide>().notNull(),
  lastMessageId: uuid('last_message_id').notNull(),
  lastAt: moment('last_at').notNull(),
  holdUntil: moment('hold_until'),
  resolvedAt: moment('resolved_at'),
  clockKind: text('clock_kind').$type<'first' | 'next' | 'none'>().notNull(),
  clockMinutes: integer('clock_minutes'),
  clockUsed: integer('clock_used').notNull(),
  clockSince: moment('clock_since'),
  dueAt: moment('due_at'),
  firstMinutes: integer('first_minutes'),
  firstTook: integer('first_took'),
  urgentAt: moment('urgent_at').notNull(),
  revision: integer().notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});
export type TicketRow = typeof tickets.$inferSelect;
export type TicketSide = 'customer' | 'staff';

export const ticketMessages = pgTable('ticket_messages', {
  id: uuid().primaryKey(),
  ticketId: uuid('ticket_id').notNull(),
  accountId: uuid('account_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  side: text().$type<TicketSide>().notNull(),
  authorId: uuid('author_id').notNull(),
  body: text().notNull(),
  doc: jsonb().$type<MessageDoc>(),
  via: text().$type<'site' | 'mail'>().notNull(),
  files: jsonb().$type<AttachedFile[]>().notNull(),
  mailId: text('mail_id'),
  wholeBody: text('whole_body'),
  leftOut: jsonb('left_out').$type<LeftOutFile[]>().notNull(),
  originalId: uuid('original_id'),
  verified: boolean().notNull(),
  words: searchWords().notNull(),
  createdAt: moment('created_at').notNull(),
});
export type TicketMessageRow = Omit<typeof ticketMessages.$inferSelect, 'words'>;

export const ticketNotes = pgTable('ticket_notes', {
  id: uuid().primaryKey(),
  ticketId: uuid('ticket_id').notNull(),
  accountId: uuid('account_id').notNull(),
  authorId: uuid('author_id').notNull(),
  body: text().notNull(),
  doc: jsonb().$type<MessageDoc>(),
  files: jsonb().$type<AttachedFile[]>().notNull(),
  words: searchWords().notNull(),
  createdAt: moment('created_at').notNull(),
});
export type TicketNoteRow = Omit<typeof ticketNotes.$inferSelect, 'words'>;

export const ticketSteps = pgTable('ticket_steps', {
  id: uuid().primaryKey(),
  ticketId: uuid('ticket_id').notNull(),
  accountId: uuid('account_id').notNull(),
  sellerId: uuid('seller_id').notNull(),
  step: text().notNull(),
  byId: uuid('by_id'),
  value: text(),
  seenBy: text('seen_by').$type<'all' | 'staff'>().notNull(),
  createdAt: moment('created_at').notNull(),
});
export type TicketStepRow = typeof ticketSteps.$inferSelect;

/** Of senders who are nobody's customer. */
export const ticketUnknownMails = pgTable('ticket_unknown_mails', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  ticketId: uuid('ticket_id'),
  fromAddress: text('from_address').notNull(),
  fromName: text('from_name').notNull(),
  subject: text().notNull(),
  body: text().notNull(),
  verified: boolean().notNull(),
  automatic: boolean().notNull(),
  files: jsonb().$type<StoredMailFile[]>().notNull(),
  leftOut: jsonb('left_out').$type<LeftOutFile[]>().notNull(),
  mailId: text('mail_id').notNull(),
  receivedAt: moment('received_at').notNull(),
});
export type UnknownMailRow = typeof ticketUnknownMails.$inferSelect;
/** Its bytes in the file store, for as long as incoming mail keeps them. */
export type StoredMailFile = { stored: string; name: string; bytes: number };

export const ticketSeen = pgTable(
  'ticket_seen',
  {
    ticketId: uuid('ticket_id').notNull(),
    userId: uuid('user_id').notNull(),
    accountId: uuid('account_id').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ticketId, table.userId] })],
);

export const ticketCanned = pgTable('ticket_canned', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  name: text().notNull(),
  body: text().notNull(),
  revision: integer().notNull(),
  createdAt: moment('created_at').notNull(),
});
export type CannedRow = typeof ticketCanned.$inferSelect;
export const ticketViews = pgTable('ticket_views', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  name: text().notNull(),
  filter: jsonb().$type<TicketFilter>().notNull(),
  createdAt: moment('created_at').notNull(),
});
export type TicketViewRow = typeof ticketViews.$inferSelect;
export const ticketHours = pgTable('ticket_hours', {
  accountId: uuid('account_id').primaryKey(),
  timeZone: text('time_zone').notNull(),
  days: jsonb().$type<BusinessDay[]>().notNull(),
  changedAt: moment('changed_at').notNull(),
});
