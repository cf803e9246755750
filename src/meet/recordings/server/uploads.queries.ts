/** Formats on their way from servers, and the servers' keys. */
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { recordingTransfers, recordingUploads } from './recordings.table.ts';

export type UploadRow = typeof recordingUploads.$inferSelect;
export type NewUpload = typeof recordingUploads.$inferInsert;
export type TransferRow = typeof recordingTransfers.$inferSelect;

export async function uploadById(db: Db, id: string): Promise<UploadRow | null> {
  const [row] = await db.select().from(recordingUploads).where(eq(recordingUploads.id, id));
  return row ?? null;
}

/** The upload of that format, held until the end of the transaction. */
export async function lockUploadOf(db: Db, at: Pick<NewUpload, 'serverId' | 'recordId' | 'format'>): Promise<UploadRow | null> {
  const [row] = await db
    .select()
    .from(recordingUploads)
    .where(
      and(
        eq(recordingUploads.serverId, at.serverId),
        eq(recordingUploads.recordId, at.recordId),
        eq(recordingUploads.format, at.format),
      ),
    )
    .for('update');
  return row ?? null;
}

/** Inserts; null when another request was first. */
export async function insertUpload(db: Db, row: NewUpload): Promise<UploadRow | null> {
  const [made] = await db.insert(recordingUploads).values(row).onConflictDoNothing().returning();
  return made ?? null;
}

export async function setUpload(db: Db, id: string, change: Partial<NewUpload>): Promise<UploadRow | null> {
  const [row] = await db.update(recordingUploads).set(change).where(eq(recordingUploads.id, id)).returning();
  return row ?? null;
}

/** Notes that its job begins; how often it did by now. */
export async function countTry(db: Db, id: string): Promise<number> {
  const [row] = await db
    .update(recordingUploads)
    .set({ tries: sql`${recordingUploads.tries} + 1` })
    .where(eq(recordingUploads.id, id))
    .returning({ tries: recordingUploads.tries });
  return row?.tries ?? 0;
}

/** Notes a part that lies in the store; null when the upload is not at that offset any more. */
export async function addPart(
  db: Db,
  at: { id: string; offset: number },
  part: { name: string; bytes: number; now: Date },
): Promise<UploadRow | null> {
  const [row] = await db
    .update(recordingUploads)
    .set({
      received: at.offset + part.bytes,
      parts: sql`${recordingUploads.parts} || ${JSON.stringify([part.name])}::jsonb`,
      updatedAt: part.now,
    })
    .where(and(eq(recordingUploads.id, at.id), eq(recordingUploads.received, at.offset), eq(recordingUploads.state, 'receiving')))
    .returning();
  return row ?? null;
}

/** Uploads of a recording that are not over. */
export const openUploads = (db: Db, recordingId: string): Promise<UploadRow[]> =>
  db
    .select()
    .from(recordingUploads)
    .where(and(eq(recordingUploads.recordingId, recordingId), inArray(recordingUploads.state, ['receiving', 'checking'])));

/** All uploads of a recording, whatever became of them. */
export const uploadsOf = (db: Db, recordingId: string): Promise<UploadRow[]> =>
  db.select().from(recordingUploads).where(eq(recordingUploads.recordingId, recordingId));

/** Those that nothing happened to since then. */
export const idleUploads = (db: Db, states: readonly UploadRow['state'][], before: Date): Promise<UploadRow[]> =>
  db
    .select()
    .from(recordingUploads)
    .where(and(inArray(recordingUploads.state, [...states]), lt(recordingUploads.updatedAt, before)))
    .limit(200);

export async function dropUpload(db: Db, id: string): Promise<void> {
  await db.delete(recordingUploads).where(eq(recordingUploads.id, id));
}

export async function transferOf(db: Db, serverId: string): Promise<TransferRow | null> {
  const [row] = await db.select().from(recordingTransfers).where(eq(recordingTransfers.serverId, serverId));
  return row ?? null;
}

/** The server's key number: there from now on, one higher with `step` 1. */
export async function raiseTransfer(db: Db, at: { serverId: string; step: 0 | 1; now: Date }): Promise<TransferRow> {
  const [row] = await db
    .insert(recordingTransfers)
    .values({ serverId: at.serverId, createdAt: at.now })
    .onConflictDoUpdate({
      target: recordingTransfers.serverId,
      set: {
        generation: sql`${recordingTransfers.generation} + ${at.step}::int`,
        ...(at.step === 1 ? { usedAt: null, createdAt: at.now } : {}),
      },
    })
    .returning();
  if (row === undefined) throw new Error('the key of the server was not stored');
  return row;
}

export async function noteTransferUse(db: Db, serverId: string, at: Date): Promise<void> {
  await db.update(recordingTransfers).set({ usedAt: at }).where(eq(recordingTransfers.serverId, serverId));
}
