import { and, count, gte, inArray } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { firstIdAt } from '#kit/server/ids.ts';
import { meetings } from '#meet/meetings/server/meetings.table.ts';

/** Ids begin with their time, so the index of an account's meetings is read from there on. */
export async function meetingsBegun(db: Db, accountIds: readonly string[], since: number): Promise<{ id: string; n: number }[]> {
  return db
    .select({ id: meetings.accountId, n: count() })
    .from(meetings)
    .where(and(inArray(meetings.accountId, [...accountIds]), gte(meetings.id, firstIdAt(since))))
    .groupBy(meetings.accountId);
}
