import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { deliveryKinds, deliveryStates } from '../deliveries.rules.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

export const deliveries = pgTable('deliveries', {
  id: uuid('id').primaryKey(),
  accountId: uuid('account_id').notNull(),
  kind: text('kind', { enum: deliveryKinds }).notNull(),
  /** What it is about: a meeting, a recording, a hook. */
  subjectId: uuid('subject_id'),
  method: text('method', { enum: ['GET', 'POST'] }).notNull(),
  url: text('url').notNull(),
  contentSealed: text('content_sealed').notNull(),
  state: text('state', { enum: deliveryStates }).notNull(),
  tries: integer('tries').notNull().default(0),
  createdAt: time('created_at').notNull(),
  /** When the next try is due; while one is made, when it counts as lost. */
  nextAt: time('next_at'),
  /** While a try is made: its worker has until then. */
  leasedUntil: time('leased_until'),
  endedAt: time('ended_at'),
  lastStatus: integer('last_status'),
  lastTrouble: text('last_trouble'),
  /** Of the customer's own webhook, where it goes to one. */
  webhookId: uuid('webhook_id'),
  event: text('event'),
  eventId: text('event_id'),
  lastAnswer: text('last_answer'),
  lastTookMs: integer('last_took_ms'),
});
