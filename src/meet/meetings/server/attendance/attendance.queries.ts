import { and, asc, countDistinct, desc, eq, gte, inArray, isNotNull, isNull, like, lt, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { attendances, meetings } from '#meet/meetings/server/meetings.table.ts';

export type AttendanceRow = typeof attendances.$inferSelect;

export const attendanceOf = (db: Db, meetingId: string): Promise<AttendanceRow[]> =>
  db
    .select()
    .from(attendances)
    .where(eq(attendances.meetingId, meetingId))
    .orderBy(asc(attendances.joinedAt), asc(attendances.name), asc(attendances.id));

export const attendanceById = (db: Db, ids: readonly string[]): Promise<AttendanceRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(attendances)
        .where(inArray(attendances.id, [...ids]))
        .orderBy(asc(attendances.id));

/** Who is in, as far as the last poll knew. */
export const openAttendance = (db: Db, meetingIds: readonly string[]): Promise<AttendanceRow[]> =>
  meetingIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(attendances)
        .where(and(inArray(attendances.meetingId, [...meetingIds]), isNull(attendances.leftAt)));

export async function insertAttendance(db: Db, rows: readonly (typeof attendances.$inferInsert)[]): Promise<void> {
  // a batch stays below PostgreSQL's 65535 parameters
  for (let from = 0; from < rows.length; from += 1000)
    await db
      .insert(attendances)
      .values(rows.slice(from, from + 1000))
      .onConflictDoNothing();
}

export async function closeAttendance(db: Db, ids: readonly string[], leftAt: Date): Promise<void> {
  if (ids.length > 0)
    await db
      .update(attendances)
      .set({ leftAt })
      .where(inArray(attendances.id, [...ids]));
}

export async function closeAttendanceOf(db: Db, meetingId: string, leftAt: Date): Promise<void> {
  await db
    .update(attendances)
    .set({ leftAt })
    .where(and(eq(attendances.meetingId, meetingId), isNull(attendances.leftAt)));
}

/** Stays that were closed at that moment go on. */
export async function reopenAttendanceOf(db: Db, meetingId: string, closedAt: Date): Promise<void> {
  await db
    .update(attendances)
    .set({ leftAt: null })
    .where(and(eq(attendances.meetingId, meetingId), eq(attendances.leftAt, closedAt)));
}

export async function deleteAttendance(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(attendances).where(inArray(attendances.id, [...ids]));
}

/** Notes at every stay of these people how long they spoke in the meeting. */
export async function setTalkTimes(db: Db, meetingId: string, seconds: ReadonlyMap<string, number>): Promise<void> {
  await db.execute(sql`
    update attendances a set talked_seconds = told.seconds
    from unnest(${sql.param([...seconds.keys()])}::text[], ${sql.param([...seconds.values()])}::integer[]) told(person_key, seconds)
    where a.meeting_id = ${meetingId} and a.person_key = told.person_key`);
}

/** Notes at every stay of these people in which groups they were; those of other people remain. */
export async function setGroupStays(
  db: Db,
  meetingId: string,
  stays: ReadonlyMap<string, AttendanceRow['groupStays']>,
): Promise<void> {
  const lists = [...stays.values()].map((list) => JSON.stringify(list));
  await db.execute(sql`
    update attendances a set group_stays = sent.stays::jsonb
    from unnest(${sql.param([...stays.keys()])}::text[], ${sql.param(lists)}::text[]) sent(person_key, stays)
    where a.meeting_id = ${meetingId} and a.person_key = sent.person_key`);
}

/** Different people per meeting. */
export async function peopleTotals(db: Db, meetingIds: readonly string[]): Promise<Map<string, number>> {
  if (meetingIds.length === 0) return new Map();
  const rows = await db
    .select({ id: attendances.meetingId, n: countDistinct(attendances.personKey) })
    .from(attendances)
    .where(inArray(attendances.meetingId, [...meetingIds]))
    .groupBy(attendances.meetingId);
  return new Map(rows.map((row) => [row.id, row.n]));
}

/** Deletes what may not be kept any longer. Returns how many rows. */
export async function deleteAttendanceBefore(db: Db, before: Date): Promise<number> {
  const gone = await db.delete(attendances).where(lt(attendances.leftAt, before)).returning({ id: attendances.id });
  return gone.length;
}

export type HeldMeetingRow = { id: string; startedAt: Date | null; endedAt: Date | null };
/** Meetings of a room that began since then, came to life and are over; the youngest of very many. */
export const heldMeetings = (db: Db, of: { roomId: string; since: Date; most: number }): Promise<HeldMeetingRow[]> =>
  db
    .select({ id: meetings.id, startedAt: meetings.startedAt, endedAt: meetings.endedAt })
    .from(meetings)
    .where(
      and(
        eq(meetings.roomId, of.roomId),
        gte(meetings.createdAt, of.since),
        eq(meetings.state, 'ended'),
        isNotNull(meetings.firstJoinAt),
      ),
    )
    .orderBy(desc(meetings.createdAt))
    .limit(of.most);
/** Stays of those whose key begins so. */
export const staysWithPrefix = (db: Db, meetingIds: readonly string[], prefix: string): Promise<AttendanceRow[]> =>
  meetingIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(attendances)
        .where(and(inArray(attendances.meetingId, [...meetingIds]), like(attendances.personKey, `${prefix}%`)));
