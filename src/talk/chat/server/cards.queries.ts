import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { attendancesSql, meetingsSql } from '#meet/meetings/server/meetings.sql.ts';
import { recordingsSql } from '#meet/recordings/server/recordings.sql.ts';
import { roomsSql } from '#meet/rooms/server/rooms.sql.ts';

export type CardRow = {
  id: string;
  accountId: string;
  name: string;
  state: 'starting' | 'live' | 'detached' | 'ended' | 'failed';
  startedAt: number | null;
  endedAt: number | null;
  people: number;
  came: number;
  names: string[];
  slug: string | null;
  recordingId: string | null;
};
const mostNames = 5;
const ms = (column: ReturnType<typeof sql>) => sql`(extract(epoch from ${column}) * 1000)::float8`;
export async function cardRows(db: Db, ids: readonly string[]): Promise<CardRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<CardRow>(sql`
    select t.id, t.account_id as "accountId", t.name, t.state, ${ms(sql`t.started_at`)} as "startedAt", ${ms(sql`t.ended_at`)} as "endedAt",
      t.people, t.people_total as came, r.slug,
      array(select distinct split_part(s.name, ' ', 1) from ${attendancesSql} s where s.meeting_id = t.id and s.left_at is null limit ${mostNames}) as names,
      (select g.id from ${recordingsSql} g where g.meeting_id = t.id and g.state = 'published' order by g.started_at limit 1) as "recordingId"
    from ${meetingsSql} t left join ${roomsSql} r on r.id = t.room_id and r.deleted_at is null
    where t.id = any(${sql.param([...new Set(ids)])}::uuid[])`);
  return rows;
}
