/** The account's rule on how long recordings are kept, put on the recordings there are. */
import { and, count, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { UNKNOWN_START } from '../recordings.rules.ts';
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
