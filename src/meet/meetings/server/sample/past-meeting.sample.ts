/** Writes a meeting of the past; nothing else in the product may write one that was never held. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { dateRoom } from '#meet/rooms/server/sample/rooms.sample.ts';

export type PastMeeting = {
  id: string;
  accountId: string;
  roomId: string;
  name: string;
  startedBy: string;
  /** Epoch milliseconds. */
  startedAt: number;
  endedAt: number;
  people: {
    id: string;
    key: string;
    userId: string | null;
    name: string;
    role: 'moderator' | 'viewer';
    joinedAt: number;
    leftAt: number;
  }[];
};

const time = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`;

export async function insertPastMeeting(db: Db, past: PastMeeting): Promise<void> {
  await db.execute(sql`
    insert into meetings (id, account_id, room_id, name, state, started_by, created_at, started_at, first_join_at, ended_at, end_reason, people_peak, people_total)
    values (${past.id}, ${past.accountId}, ${past.roomId}, ${past.name}, 'ended', ${past.startedBy}, ${time(past.startedAt)}, ${time(past.startedAt)}, ${time(past.startedAt)}, ${time(past.endedAt)}, 'everyone_left', ${past.people.length}, ${past.people.length})`);
  for (const person of past.people) {
    await db.execute(sql`
      insert into attendances (id, account_id, meeting_id, person_key, user_id, name, role, joined_at, left_at)
      values (${person.id}, ${past.accountId}, ${past.id}, ${person.key}, ${person.userId}, ${person.name}, ${person.role}, ${time(person.joinedAt)}, ${time(person.leftAt)})`);
  }
  await dateRoom(db, past.roomId, past.startedAt);
}
