/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { sql } from 'drizzle-orm';

export const usageDaysSql = sql`(
  select account_id, day, zone, from_at, until_at, meetings, people, seconds, minutes, peak, storage_bytes, counted_at from usage_days)`;
export const usageIntervalsSql = sql`(select account_id, meeting_id, person, from_at, until_at from usage_intervals)`;
