import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { NetworkRole, OpenTo } from '../network.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const networkCodes = pgTable('network_codes', {
  accountId: uuid('account_id').primaryKey(),
  code: text().notNull(),
  madeAt: moment('made_at').notNull(),
});

export const networkPartners = pgTable('network_partners', {
  id: uuid().primaryKey(),
  /** The side that asked. */
  accountId: uuid('account_id').notNull(),
  partnerId: uuid('partner_id').notNull(),
  state: text().$type<'asked' | 'accepted'>().notNull(),
  askedBy: uuid('asked_by'),
  answeredBy: uuid('answered_by'),
  createdAt: moment('created_at').notNull(),
  answeredAt: moment('answered_at'),
});
export type PartnerRow = typeof networkPartners.$inferSelect;

export const networkOffers = pgTable('network_offers', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  roomId: uuid('room_id').notNull(),
  /** Null = every account of the network. */
  toAccountId: uuid('to_account_id'),
  role: text().$type<NetworkRole>().notNull(),
  createdBy: uuid('created_by'),
  createdAt: moment('created_at').notNull(),
});
export type OfferRow = typeof networkOffers.$inferSelect;

export const networkAnswers = pgTable('network_answers', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  offerId: uuid('offer_id').notNull(),
  fromAccountId: uuid('from_account_id').notNull(),
  roomId: uuid('room_id').notNull(),
  state: text().$type<'accepted' | 'declined'>().notNull(),
  who: text().$type<OpenTo>().notNull(),
  people: uuid().array().notNull(),
  answeredBy: uuid('answered_by'),
  createdAt: moment('created_at').notNull(),
  changedAt: moment('changed_at').notNull(),
});
export type AnswerRow = typeof networkAnswers.$inferSelect;
