import { and, asc, count, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, max, min, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import {
  type DateRow,
  type ExceptionRow,
  type InviteeRow,
  scheduledDates,
  scheduledExceptions,
  scheduledInvitees,
  scheduledMeetings,
  type SeriesRow,
} from './schedule.table.ts';

export async function seriesById(db: Db, id: string): Promise<SeriesRow | null> {
  const [row] = await db.select().from(scheduledMeetings).where(eq(scheduledMeetings.id, id));
  return row ?? null;
}
/** Of two who change it at once, one comes first. */
export async function lockSeries(tx: Db, id: string): Promise<SeriesRow | null> {
  const [row] = await tx.select().from(scheduledMeetings).where(eq(scheduledMeetings.id, id)).for('update');
  return row ?? null;
}
/** `known`: the room has it from the same calendar file. */
export async function insertSeries(tx: Db, row: SeriesRow): Promise<'new' | 'known'> {
  const bySource = { target: [scheduledMeetings.roomId, scheduledMeetings.sourceUid], where: fromFile };
  const made = await tx
    .insert(scheduledMeetings)
    .values(row)
    .onConflictDoNothing(bySource)
    .returning({ id: scheduledMeetings.id });
  return made.length === 0 ? 'known' : 'new';
}
const fromFile = sql`source_uid is not null and cancelled_at is null`;
/** Those of the names in calendar files that the room has. */
export async function sourceUidsOf(db: Db, of: { roomId: string; sourceUids: readonly string[] }): Promise<string[]> {
  const rows = await db
    .select({ sourceUid: scheduledMeetings.sourceUid })
    .from(scheduledMeetings)
    .where(and(eq(scheduledMeetings.roomId, of.roomId), inArray(scheduledMeetings.sourceUid, [...of.sourceUids]), fromFile));
  return rows.flatMap(({ sourceUid }) => sourceUid ?? []);
}
export async function setSeries(tx: Db, id: string, change: Partial<SeriesRow>): Promise<void> {
  await tx.update(scheduledMeetings).set(change).where(eq(scheduledMeetings.id, id));
}
/** Series of an account that are not over. */
export async function openSeriesCount(db: Db, accountId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(scheduledMeetings)
    .where(
      and(
        eq(scheduledMeetings.accountId, accountId),
        isNull(scheduledMeetings.cancelledAt),
        or(isNull(scheduledMeetings.endsAt), gt(scheduledMeetings.endsAt, now)),
      ),
    );
  return row?.n ?? 0;
}
/** Those of an account in one room that are not over. */
export const openSeriesOfRoom = (db: Db, at: { roomId: string; accountId: string }, now: Date): Promise<SeriesRow[]> =>
  db
    .select()
    .from(scheduledMeetings)
    .where(
      and(
        eq(scheduledMeetings.roomId, at.roomId),
        eq(scheduledMeetings.accountId, at.accountId),
        isNull(scheduledMeetings.cancelledAt),
        or(isNull(scheduledMeetings.endsAt), gt(scheduledMeetings.endsAt, now)),
      ),
    )
    .for('update');
/** Repeated ones whose dates have to be continued. */
export const seriesToExtend = (db: Db, before: Date, limit: number): Promise<SeriesRow[]> =>
  db
    .select()
    .from(scheduledMeetings)
    .where(
      and(
        isNull(scheduledMeetings.cancelledAt),
        isNotNull(scheduledMeetings.repeat),
        lt(scheduledMeetings.expandedTo, before),
        or(isNull(scheduledMeetings.endsAt), gt(scheduledMeetings.endsAt, scheduledMeetings.expandedTo)),
      ),
    )
    .orderBy(asc(scheduledMeetings.expandedTo))
    .limit(limit);

export const exceptionsOf = (db: Db, meetingId: string): Promise<ExceptionRow[]> =>
  db
    .select()
    .from(scheduledExceptions)
    .where(eq(scheduledExceptions.meetingId, meetingId))
    .orderBy(asc(scheduledExceptions.recurrence));
export async function putException(tx: Db, row: ExceptionRow): Promise<void> {
  const { meetingId: _meeting, recurrence: _recurrence, ...change } = row;
  await tx
    .insert(scheduledExceptions)
    .values(row)
    .onConflictDoUpdate({ target: [scheduledExceptions.meetingId, scheduledExceptions.recurrence], set: change });
}
export async function deleteException(tx: Db, at: { meetingId: string; recurrence: string }): Promise<void> {
  const { meetingId, recurrence } = scheduledExceptions;
  await tx.delete(scheduledExceptions).where(and(eq(meetingId, at.meetingId), eq(recurrence, at.recurrence)));
}
/** Takes the place of what was there. */
export async function setExceptions(tx: Db, meetingId: string, rows: readonly ExceptionRow[]): Promise<void> {
  await tx.delete(scheduledExceptions).where(eq(scheduledExceptions.meetingId, meetingId));
  if (rows.length > 0) await tx.insert(scheduledExceptions).values([...rows]);
}

export const inviteesOf = (db: Db, meetingId: string): Promise<InviteeRow[]> =>
  db.select().from(scheduledInvitees).where(eq(scheduledInvitees.meetingId, meetingId)).orderBy(asc(scheduledInvitees.email));
export async function inviteeById(db: Db, id: string): Promise<InviteeRow | null> {
  const [row] = await db.select().from(scheduledInvitees).where(eq(scheduledInvitees.id, id));
  return row ?? null;
}
export async function inviteeOfPerson(db: Db, of: { meetingId: string; userId: string }): Promise<InviteeRow | null> {
  const [row] = await db
    .select()
    .from(scheduledInvitees)
    .where(and(eq(scheduledInvitees.meetingId, of.meetingId), eq(scheduledInvitees.userId, of.userId)))
    .limit(1);
  return row ?? null;
}
export async function lockInvitee(tx: Db, id: string): Promise<InviteeRow | null> {
  const [row] = await tx.select().from(scheduledInvitees).where(eq(scheduledInvitees.id, id)).for('update');
  return row ?? null;
}
export async function insertInvitees(tx: Db, rows: readonly InviteeRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(scheduledInvitees).values([...rows]);
}
export async function deleteInvitees(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(scheduledInvitees).where(inArray(scheduledInvitees.id, [...ids]));
}
export async function setInvitee(tx: Db, id: string, change: Partial<InviteeRow>): Promise<void> {
  await tx.update(scheduledInvitees).set(change).where(eq(scheduledInvitees.id, id));
}
/** Addresses whose owner accepted an invitation of this account before. */
export async function acceptedBefore(db: Db, accountId: string, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ email: scheduledInvitees.email })
    .from(scheduledInvitees)
    .where(
      and(
        eq(scheduledInvitees.accountId, accountId),
        inArray(scheduledInvitees.email, [...emails]),
        inArray(scheduledInvitees.answer, ['accepted', 'tentative']),
      ),
    );
  return new Set(rows.map(({ email }) => email));
}
/** Takes the place of the dates that begin at or after `from`. */
export async function setDates(tx: Db, at: { meetingId: string; from: Date }, rows: readonly DateRow[]): Promise<void> {
  await tx
    .delete(scheduledDates)
    .where(and(eq(scheduledDates.meetingId, at.meetingId), sql`${scheduledDates.startsAt} >= ${at.from}`));
  await addDates(tx, rows);
}
export async function addDates(tx: Db, rows: readonly DateRow[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insert(scheduledDates)
      .values([...rows])
      .onConflictDoUpdate({
        target: [scheduledDates.meetingId, scheduledDates.recurrence],
        set: { startsAt: sql`excluded.starts_at`, endsAt: sql`excluded.ends_at`, remindAt: sql`excluded.remind_at` },
      });
}
export async function deleteDate(tx: Db, at: { meetingId: string; recurrence: string }): Promise<void> {
  await tx
    .delete(scheduledDates)
    .where(and(eq(scheduledDates.meetingId, at.meetingId), eq(scheduledDates.recurrence, at.recurrence)));
}
export async function deleteDatesFrom(tx: Db, at: { meetingId: string; recurrence: string }): Promise<void> {
  await tx
    .delete(scheduledDates)
    .where(and(eq(scheduledDates.meetingId, at.meetingId), gte(scheduledDates.recurrence, at.recurrence)));
}
export async function deleteDatesOfRoom(tx: Db, { roomId, accountId }: { roomId: string; accountId: string }): Promise<void> {
  await tx.delete(scheduledDates).where(and(eq(scheduledDates.roomId, roomId), eq(scheduledDates.accountId, accountId)));
}
/** The last recurrence whose date began. */
export async function lastBegun(db: Db, meetingId: string, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ last: max(scheduledDates.recurrence) })
    .from(scheduledDates)
    .where(and(eq(scheduledDates.meetingId, meetingId), lte(scheduledDates.startsAt, now)));
  return row?.last ?? null;
}
/** The first recurrence after that one whose date has not begun. */
export async function firstToBegin(db: Db, at: { meetingId: string; after: string }, now: Date): Promise<string | null> {
  const [row] = await db
    .select({ first: min(scheduledDates.recurrence) })
    .from(scheduledDates)
    .where(
      and(eq(scheduledDates.meetingId, at.meetingId), gt(scheduledDates.recurrence, at.after), gt(scheduledDates.startsAt, now)),
    );
  return row?.first ?? null;
}
export async function deleteDatesBefore(tx: Db, before: Date): Promise<void> {
  await tx.delete(scheduledDates).where(lt(scheduledDates.endsAt, before));
}
/** Takes the reminders that are due, each by one process. */
export const takeReminders = (tx: Db, now: Date, limit: number): Promise<DateRow[]> =>
  tx
    .update(scheduledDates)
    .set({ remindAt: null })
    .where(
      sql`(${scheduledDates.meetingId}, ${scheduledDates.recurrence}) in (
        select d.meeting_id, d.recurrence from scheduled_dates d where d.remind_at <= ${now}
        order by d.remind_at limit ${limit} for update skip locked)`,
    )
    .returning();
