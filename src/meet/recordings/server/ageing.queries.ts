/** Recordings whose time is up, or nearly. */
import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import type { RecordingRow } from './recordings.queries.ts';
import { recordings } from './recordings.table.ts';

/** Whose keeping time ends before then and who was not told. */
export const toWarn = (db: Db, before: Date): Promise<RecordingRow[]> =>
  db
    .select()
    .from(recordings)
    .where(
      and(inArray(recordings.state, ['published', 'unpublished']), lt(recordings.keepUntil, before), isNull(recordings.warnedAt)),
    )
    .limit(200)
    .for('update', { skipLocked: true });

/** Whose keeping time is over, and who was told long enough before. */
export const outlived = (db: Db, at: { now: Date; toldBefore: Date }): Promise<RecordingRow[]> =>
  db
    .select()
    .from(recordings)
    .where(
      and(
        inArray(recordings.state, ['published', 'unpublished']),
        lt(recordings.keepUntil, at.now),
        lt(recordings.warnedAt, at.toldBefore),
      ),
    )
    .limit(200)
    .for('update', { skipLocked: true });

/** In the bin since before then. */
export const longInBin = (db: Db, before: Date): Promise<RecordingRow[]> =>
  db
    .select()
    .from(recordings)
    .where(and(eq(recordings.state, 'recycled'), lt(recordings.recycledAt, before)))
    .limit(200)
    .for('update', { skipLocked: true });

/** Being made for longer than that. */
export const stuck = (db: Db, before: Date): Promise<RecordingRow[]> =>
  db
    .select()
    .from(recordings)
    .where(and(inArray(recordings.state, ['capturing', 'processing']), lt(recordings.updatedAt, before)))
    .limit(200);
