/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { sql } from 'drizzle-orm';

export const outboxMailsSql = sql`(select template, state, sent_at, about_id from outbox_mails)`;
