/** What polls of the servers write of meetings, and what is known of their figures afterwards. */
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { holdMeetings } from '#meet/meetings/server/meetings.queries.ts';
import { meetings } from '#meet/meetings/server/meetings.table.ts';
import type { ReportedMeeting } from '#meet/meetings/server/said.service.ts';

export type PollResult = {
  id: string;
  people: number;
  moderators: number;
  total: number;
  recording: boolean;
  polledAt: Date;
  firstJoinAt: Date | null;
  said: ReportedMeeting;
};

/** Writes what a poll saw of many meetings in one statement. They are held already. */
export async function writePolls(db: Db, results: readonly PollResult[]): Promise<void> {
  if (results.length === 0) return;
  const rows = results.map((one) => ({
    id: one.id,
    people: one.people,
    moderators: one.moderators,
    total: one.total,
    recording: one.recording,
    polled_at: one.polledAt.toISOString(),
    first_join_at: one.firstJoinAt?.toISOString() ?? null,
    said: one.said,
  }));
  await db.execute(sql`
    update meetings m set people = p.people, moderators = p.moderators, people_peak = greatest(m.people_peak, p.people), people_total = greatest(m.people_total, p.total),
      recording = p.recording, polled_at = p.polled_at, first_join_at = coalesce(m.first_join_at, p.first_join_at), missed = 0,
      said_at = p.polled_at, said = case when m.said is distinct from p.said then p.said else m.said end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(id uuid, people integer, moderators integer, total integer, recording boolean, polled_at timestamptz, first_join_at timestamptz, said jsonb)
    where m.id = p.id and m.state in ('starting', 'live')`);
}

/** Figures that are known better after the end: never lower than what was seen. */
export async function raiseFigures(db: Db, id: string, told: { total: number; peak: number; firstJoinAt: Date }): Promise<void> {
  await db
    .update(meetings)
    .set({
      peopleTotal: sql`greatest(${meetings.peopleTotal}, ${told.total})`,
      peoplePeak: sql`greatest(${meetings.peoplePeak}, ${told.peak})`,
      firstJoinAt: sql`least(${meetings.firstJoinAt}, ${told.firstJoinAt.toISOString()}::timestamptz)`,
      endReason: sql`case when ${meetings.endReason} = 'never_joined' then 'everyone_left' else ${meetings.endReason} end`,
    })
    .where(eq(meetings.id, id));
}

export async function noteMissed(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await holdMeetings(tx, ids);
  await tx
    .update(meetings)
    .set({ missed: sql`${meetings.missed} + 1` })
    .where(inArray(meetings.id, [...ids]));
}
