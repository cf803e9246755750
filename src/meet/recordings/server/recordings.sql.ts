/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { sql } from 'drizzle-orm';

export const recordingCountsSql = sql`(select account_id, state, n from recording_counts)`;
export const recordingsSql = sql`(select id, account_id, meeting_id, state, started_at, bytes from recordings)`;
export const recordingNamesSql = sql`(select id, name, array[account_id] as readers from recordings)`;
