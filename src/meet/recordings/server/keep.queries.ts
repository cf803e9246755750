/** How long recordings are kept: the account's rule, put on those there are, and those whose time is up, or nearly. */
import { and, count, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { UNKNOWN_START } from '../recordings.rules.ts';
import type { RecordingRow } from './recordings.queries.ts';
import { recordings } from './recordings.table.ts';

const unknownStart = new Date(UNKNOWN_START).toISOString();

/**
 * Gives all recordings of an account, but those that a person decided on and those of an unknown age, their new end. Days; null: never. One that is too old by the
 * rule ends at the earliest possible time, or when it would have ended before that: the same rule again gives nobody more time.
 */
export async function setKeepOfAll(db: Db, accountId: string, rule: { days: number | null; earliest: Date }): Promise<void> {
  const until =
    rule.days === null
      ? sql`null`
      : sql`case when ${recordings.startedAt} <= ${unknownStart}::timestamptz then null else greatest(${recordings.startedAt} + make_interval(days => ${rule.days}::int),
          least(${recordings.keepUntil}, ${rule.earliest.toISOString()}::timestamptz)) end`;
  await db
    .update(recordings)
    .set({ keepUntil: until, warnedAt: null })
    .where(
      and(
        eq(recordings.accountId, accountId),
        eq(recordings.keepOwn, false),
        ne(recordings.state, 'deleted'),
        sql`${recordings.keepUntil} is distinct from ${until}`,
      ),
    );
}

/** How many recordings an account's rule of that many days would end at the earliest possible time; those whose end a person chose stay. */
export async function countTooOld(db: Db, accountId: string, rule: { days: number; earliest: Date }): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(recordings)
    .where(
      and(
        eq(recordings.accountId, accountId),
        eq(recordings.keepOwn, false),
        inArray(recordings.state, ['published', 'unpublished']),
        gt(recordings.startedAt, new Date(UNKNOWN_START)),
        sql`${recordings.startedAt} + make_interval(days => ${rule.days}::int) <= ${rule.earliest.toISOString()}::timestamptz`,
      ),
    );
  return row?.n ?? 0;
}

/** Whose keeping time ends before then, and whose owner was not warned. */
export const toWarn = (db: Db, before: Date): Promise<RecordingRow[]> =>
  db
    .select()
    .from(recordings)
    .where(
      and(inArray(recordings.state, ['published', 'unpublished']), lt(recordings.keepUntil, before), isNull(recordings.warnedAt)),
    )
    .limit(200)
    .for('update', { skipLocked: true });

/** Whose keeping time is over, and whose owner was warned long enough before. */
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
