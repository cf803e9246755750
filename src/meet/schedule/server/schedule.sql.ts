/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { sql } from 'drizzle-orm';

export const scheduledMeetingNamesSql = sql`(select id, title as name, array[account_id] as readers from scheduled_meetings)`;
