import { integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Locale } from '#kit/facts.ts';
import type { RichText } from '#kit/rich-text.ts';
import type { CampaignState, SubscriberState, SubscriptionState } from '../newsletter.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });

export type WordsByLocale = Partial<Record<Locale, string>>;
export const newsletterLists = pgTable('newsletter_lists', {
  id: uuid().primaryKey(),
  position: integer().notNull(),
  names: jsonb().$type<WordsByLocale>().notNull(),
  descriptions: jsonb().$type<WordsByLocale>().notNull(),
  rhythms: jsonb().$type<WordsByLocale>().notNull(),
  archivedAt: moment('archived_at'),
  revision: integer().notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});
export type ListRow = typeof newsletterLists.$inferSelect;

export const newsletterSubscribers = pgTable('newsletter_subscribers', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  locale: text().$type<Locale>().notNull(),
  state: text().$type<SubscriberState>().notNull(),
  stateSince: moment('state_since').notNull(),
  softBounces: integer('soft_bounces').notNull(),
  optInSentAt: moment('opt_in_sent_at'),
  /** When one more link was sent within the day. */
  optInAgainAt: moment('opt_in_again_at'),
  /** Since when opens and clicks may be counted; null: never. */
  figuresAgreedAt: moment('figures_agreed_at'),
  createdAt: moment('created_at').notNull(),
});
export type SubscriberRow = typeof newsletterSubscribers.$inferSelect;

export type UnsubscribedBy = 'one_click' | 'preferences' | 'editor' | 'mail';
export const newsletterSubscriptions = pgTable(
  'newsletter_subscriptions',
  {
    subscriberId: uuid('subscriber_id').notNull(),
    listId: uuid('list_id').notNull(),
    state: text().$type<SubscriptionState>().notNull(),
    askedAt: moment('asked_at').notNull(),
    askedAddress: text('asked_address').notNull(),
    source: text().notNull(),
    textVersion: text('text_version').notNull(),
    textLocale: text('text_locale').$type<Locale>().notNull(),
    confirmedAt: moment('confirmed_at'),
    confirmedAddress: text('confirmed_address'),
    unsubscribedAt: moment('unsubscribed_at'),
    unsubscribedBy: text('unsubscribed_by').$type<UnsubscribedBy>(),
  },
  (table) => [primaryKey({ columns: [table.subscriberId, table.listId] })],
);
export type SubscriptionRow = typeof newsletterSubscriptions.$inferSelect;

/** An empty list narrows nothing. */
export type CampaignAudience = { locales: Locale[]; plans: string[] };
export const newsletterCampaigns = pgTable('newsletter_campaigns', {
  id: uuid().primaryKey(),
  state: text().$type<CampaignState>().notNull(),
  name: text().notNull(),
  listId: uuid('list_id').notNull(),
  postId: uuid('post_id'),
  locale: text().$type<Locale>().notNull(),
  audience: jsonb().$type<CampaignAudience>().notNull(),
  perMinute: integer('per_minute').notNull(),
  startAt: moment('start_at'),
  startedAt: moment('started_at'),
  frozenTo: uuid('frozen_to'),
  frozenAt: moment('frozen_at'),
  nextBatchAt: moment('next_batch_at'),
  finishedAt: moment('finished_at'),
  recipients: integer().notNull(),
  written: integer().notNull(),
  skipped: integer().notNull(),
  unsubscribed: integer().notNull(),
  contentVersion: integer('content_version').notNull(),
  testedVersion: integer('tested_version'),
  testedAt: moment('tested_at'),
  revision: integer().notNull(),
  createdBy: uuid('created_by'),
  updatedBy: uuid('updated_by'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});
export type CampaignRow = typeof newsletterCampaigns.$inferSelect;

export const newsletterTexts = pgTable(
  'newsletter_texts',
  {
    campaignId: uuid('campaign_id').notNull(),
    locale: text().$type<Locale>().notNull(),
    subject: text().notNull(),
    preview: text().notNull(),
    body: jsonb().$type<RichText>().notNull(),
    words: integer().notNull(),
    slug: text(),
    editedAt: moment('edited_at').notNull(),
    revision: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.locale] })],
);
export type CampaignTextRow = typeof newsletterTexts.$inferSelect;
