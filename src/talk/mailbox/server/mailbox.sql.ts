/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { sql } from 'drizzle-orm';

export const mailboxItemsSql = sql`(select id, user_id, kind, mail_id, files, send_at from mailbox_items)`;
