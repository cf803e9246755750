import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { totalOf } from '#kit/server/db/total.ts';
import { recordings } from './recordings.table.ts';

export const totalRecordings = (db: Db, accountId: string): Promise<number | undefined> =>
  totalOf(db, recordings, and(eq(recordings.accountId, accountId), ne(recordings.state, 'deleted')));
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

export async function giveRecordings(tx: Db, of: { accountId: string; from: string; to: string }): Promise<void> {
  await tx
    .update(recordings)
    .set({ ownerId: of.to })
    .where(and(eq(recordings.accountId, of.accountId), eq(recordings.ownerId, of.from)));
}
