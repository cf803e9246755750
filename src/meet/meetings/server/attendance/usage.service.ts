/** What accounts use of meetings, for lists of accounts. */
import type { Db } from '#kit/server/db/db.ts';
import { meetingsBegun } from './usage.queries.ts';

/** Meetings of each account that began since then (epoch ms), in one query for all of them; accounts without any are left out. */
export async function meetingCounts(db: Db, accountIds: readonly string[], since: number): Promise<Map<string, number>> {
  if (accountIds.length === 0) return new Map();
  return new Map((await meetingsBegun(db, accountIds, since)).map((one) => [one.id, one.n]));
}
