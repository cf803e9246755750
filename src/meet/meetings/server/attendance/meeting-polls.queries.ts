import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { meetingPolls, meetings } from '#meet/meetings/server/meetings.table.ts';

export type MeetingPollRow = typeof meetingPolls.$inferSelect;

export const pollsOfMeeting = (db: Db, meetingId: string): Promise<MeetingPollRow[]> =>
  db.select().from(meetingPolls).where(eq(meetingPolls.meetingId, meetingId)).orderBy(asc(meetingPolls.position));

/** Takes the place of what was there. */
export async function setMeetingPolls(db: Db, meetingId: string, rows: readonly MeetingPollRow[]): Promise<void> {
  await db.delete(meetingPolls).where(eq(meetingPolls.meetingId, meetingId));
  if (rows.length > 0) await db.insert(meetingPolls).values([...rows]);
}

export async function deletePollsBefore(db: Db, before: Date): Promise<void> {
  const old = db
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(eq(meetings.id, meetingPolls.meetingId), lt(meetings.endedAt, before)));
  await db.delete(meetingPolls).where(inArray(meetingPolls.meetingId, old));
}
