/** Writes the past of the sample data; nothing else in the product may write a meeting that was never held. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';

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
  await db.execute(
    sql`update rooms set last_meeting_at = greatest(last_meeting_at, ${time(past.startedAt)}) where id = ${past.roomId}`,
  );
}

export async function anyAccount(db: Db): Promise<boolean> {
  const found = await db.execute(sql`select 1 from accounts limit 1`);
  return found.rows.length > 0;
}
