import { and, count, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';
import { recordings } from './recordings.table.ts';

/** What an account keeps; sizes in bytes. */
export type Facts = { recordings: number; bytes: number };
export async function recordingFacts(db: Db, accountId: string): Promise<Facts> {
  const [row] = await db
    .select({ n: count(), bytes: sql<string>`coalesce(sum(${recordings.bytes}), 0)` })
    .from(recordings)
    .where(and(eq(recordings.accountId, accountId), ne(recordings.state, 'deleted')));
  return { recordings: row?.n ?? 0, bytes: Number(row?.bytes ?? 0) };
}
/** Recordings that are not deleted yet, with the server that may hold them. */
export const leftRecordings = (db: Db, accountId: string) =>
  db
    .select({ id: recordings.id, state: recordings.state, serverId: recordings.serverId })
    .from(recordings)
    .where(and(eq(recordings.accountId, accountId), ne(recordings.state, 'deleted')));
export async function markDeleting(tx: Db, recordingIds: readonly string[], at: Date): Promise<void> {
  if (recordingIds.length === 0) return;
  await tx
    .update(recordings)
    .set({ state: 'deleting', updatedAt: at })
    .where(inArray(recordings.id, [...recordingIds]));
}

/** Recordings of the account that are not deleted, by id. */
export const recordingIdsOf = (db: Db, accountId: string): Promise<{ id: string; recordId: string }[]> =>
  db
    .select({ id: recordings.id, recordId: recordings.recordId })
    .from(recordings)
    .where(and(eq(recordings.accountId, accountId), sql`${recordings.state} <> 'deleted'`))
    .orderBy(recordings.id);
