/** What courses count of a room's meetings. The caller checks the permission. Times are epoch milliseconds. */
import type { Db } from '#kit/server/db/db.ts';
import { heldMeetings, staysWithPrefix } from './attendance.queries.ts';

/** A school year of daily meetings, and more. */
const most = 400;
type HeldMeeting = { id: string; from: number; until: number };
type KeyedStay = { meetingId: string; key: string; from: number; until: number };

/** Meetings that were held in the room since then, and who of these keys was in when. */
export async function heldSince(
  db: Db,
  of: { roomId: string; since: Date; prefix: string },
): Promise<{ meetings: HeldMeeting[]; stays: KeyedStay[] }> {
  const rows = await heldMeetings(db, { roomId: of.roomId, since: of.since, most });
  const meetings = rows.flatMap(({ id, startedAt, endedAt }) =>
    startedAt === null || endedAt === null || endedAt <= startedAt
      ? []
      : [{ id, from: startedAt.getTime(), until: endedAt.getTime() }],
  );
  const ends = new Map(meetings.map(({ id, until }) => [id, until]));
  const found = await staysWithPrefix(db, [...ends.keys()], of.prefix);
  const stays = found.map(({ meetingId, personKey: key, joinedAt, leftAt }) => {
    const until = leftAt?.getTime() ?? ends.get(meetingId) ?? joinedAt.getTime();
    return { meetingId, key, from: joinedAt.getTime(), until };
  });
  return { meetings, stays };
}
