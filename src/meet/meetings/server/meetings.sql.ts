/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { sql } from 'drizzle-orm';

export const attendancesSql = sql`(select id, account_id, meeting_id, person_key, user_id, name, joined_at, left_at from attendances)`;
export const meetingsSql = sql`(
  select id, account_id, room_id, server_id, name, state, internal_id, started_by, created_at, started_at, ended_at,
    people, people_total, recording, external_id, from_course from meetings)`;
export const meetingNamesSql = sql`(select id, name, array[account_id] as readers from meetings)`;
