/** A scheduled meeting with somebody invited, and an address to subscribe to, as rows. */
import { type SQL, sql } from 'drizzle-orm';
import { newId } from '#kit/server/ids.ts';

type ScheduleIds = { account: string; user: string; room: string; series: string; feed: string; name: string };
export const scheduleRows = ({ account, user, room, series, feed, name }: ScheduleIds): SQL[] => [
  sql`insert into scheduled_meetings (id, account_id, room_id, title, description, zone, start, minutes, lobby_minutes, uid, organizer_id, expanded_to, created_at, updated_at) values (${series}, ${account}, ${room}, ${name}, '', 'UTC', '2090-01-02T10:00', 30, 10, ${series}, ${user}, now(), now(), now())`,
  sql`insert into scheduled_dates (meeting_id, recurrence, account_id, room_id, starts_at, ends_at) values (${series}, '2090-01-02T10:00', ${account}, ${room}, '2090-01-02T10:00Z', '2090-01-02T10:30Z')`,
  sql`insert into scheduled_exceptions (meeting_id, recurrence, account_id, room_id, cancelled, title) values (${series}, '2090-01-02T10:00', ${account}, ${room}, false, ${name})`,
  sql`insert into scheduled_invitees (id, meeting_id, account_id, room_id, email, locale, known, answer, invited_at) values (${newId()}, ${series}, ${account}, ${room}, 'd@example.org', 'de', false, 'none', now())`,
  sql`insert into calendar_feeds (id, account_id, user_id, token_hash, created_at) values (${feed}, ${account}, ${user}, ${feed}, now())`,
];
