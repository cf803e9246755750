import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { meetingPresentations, roomPresentations } from './presentations.table.ts';

export type RoomPresentationRow = typeof roomPresentations.$inferSelect;
export type MeetingPresentationRow = typeof meetingPresentations.$inferSelect;

export const presentationsOfRoom = (db: Db, roomId: string): Promise<RoomPresentationRow[]> =>
  db.select().from(roomPresentations).where(eq(roomPresentations.roomId, roomId)).orderBy(asc(roomPresentations.position));
export const presentationsOfFiles = (db: Db, fileIds: readonly string[]): Promise<RoomPresentationRow[]> =>
  fileIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(roomPresentations)
        .where(inArray(roomPresentations.fileId, [...fileIds]));

/** Takes the place of what was there. */
export async function setPresentations(
  tx: Db,
  room: { id: string; accountId: string },
  fileIds: readonly string[],
): Promise<void> {
  // two who set it at once come one after the other
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`presentations ${room.id}`}, 0))`);
  await tx.delete(roomPresentations).where(eq(roomPresentations.roomId, room.id));
  if (fileIds.length === 0) return;
  await tx
    .insert(roomPresentations)
    .values(fileIds.map((fileId, position) => ({ roomId: room.id, fileId, accountId: room.accountId, position })));
}

/** What the meeting's server is asked for; the same meeting asks for the same as before. */
export async function insertAsked(tx: Db, rows: readonly (typeof meetingPresentations.$inferInsert)[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insert(meetingPresentations)
      .values([...rows])
      .onConflictDoNothing();
}
export const askedOfMeeting = (db: Db, meetingId: string): Promise<MeetingPresentationRow[]> =>
  db
    .select()
    .from(meetingPresentations)
    .where(eq(meetingPresentations.meetingId, meetingId))
    .orderBy(asc(meetingPresentations.position));

type FetchedVersion = { meetingId: string; versionId: string };
export async function askedVersion(db: Db, { meetingId, versionId }: FetchedVersion): Promise<MeetingPresentationRow | null> {
  const [row] = await db
    .select()
    .from(meetingPresentations)
    .where(and(eq(meetingPresentations.meetingId, meetingId), eq(meetingPresentations.versionId, versionId)));
  return row ?? null;
}
/** False when it was noted before. */
export async function setFetched(tx: Db, { meetingId, versionId }: FetchedVersion, at: Date): Promise<boolean> {
  const rows = await tx
    .update(meetingPresentations)
    .set({ fetchedAt: at })
    .where(
      and(
        eq(meetingPresentations.meetingId, meetingId),
        eq(meetingPresentations.versionId, versionId),
        isNull(meetingPresentations.fetchedAt),
      ),
    )
    .returning({ id: meetingPresentations.meetingId });
  return rows.length > 0;
}

/** Those that no server came for, each taken by one process; they are asked for again. */
export const takeLate = (tx: Db, { before, at }: { before: Date; at: Date }): Promise<MeetingPresentationRow[]> =>
  tx
    .update(meetingPresentations)
    .set({ askedAgainAt: at })
    .where(
      and(
        isNull(meetingPresentations.fetchedAt),
        isNull(meetingPresentations.askedAgainAt),
        lt(meetingPresentations.askedAt, before),
      ),
    )
    .returning();
