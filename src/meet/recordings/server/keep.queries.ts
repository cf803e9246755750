/** The account's rule on how long recordings are kept, put on the recordings there are. */
import { and, count, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { recordings } from './recordings.table.ts';

/**
 * Gives all recordings of an account, but those that a person decided on, their new end. Days; null: never. One that is too old by the
 * rule ends at the earliest possible time, or when it would have ended before that: the same rule again gives nobody more time.
 */
export async function setKeepOfAll(db: Db, accountId: string, rule: { days: number | null; earliest: Date }): Promise<void> {
  const until =
    rule.days === null
      ? sql`null`
      : sql`greatest(${recordings.startedAt} + make_interval(days => ${rule.days}::int),
          least(${recordings.keepUntil}, ${rule.earliest.toISOString()}::timestamptz))`;
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
        sql`${recordings.startedAt} + make_interval(days => ${rule.days}::int) <= ${rule.earliest.toISOString()}::timestamptz`,
      ),
    );
  return row?.n ?? 0;
}
