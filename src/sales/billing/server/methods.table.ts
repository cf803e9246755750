/** Pages of the card provider on which somebody stores a card. */
import { jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true });
export const cardSetups = pgTable('card_setups', {
  id: uuid().primaryKey(),
  accountId: uuid('account_id').notNull(),
  ref: text(),
  state: text().$type<'open' | 'stored' | 'given_up'>().notNull(),
  methodId: uuid('method_id'),
  /** The trial that begins with the card. Parsed again when it does. */
  begins: jsonb().$type<unknown>(),
  begun: text().$type<'waiting' | 'begun' | 'refused'>(),
  createdAt: moment('created_at').notNull(),
  changedAt: moment('changed_at').notNull(),
});
export type SetupRow = typeof cardSetups.$inferSelect;
