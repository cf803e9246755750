/** How much of this domain's things an account has, for those who compare it with its plan. They ask first. */
import type { Db } from '#kit/server/db/db.ts';
import { groupCount } from './groups.queries.ts';
import { countKeys } from './keys.queries.ts';

/** `now` in epoch milliseconds. Keys that ended or were revoked do not count. */
export async function countsOfAccount(
  db: Db,
  { accountId, now }: { accountId: string; now: number },
): Promise<{ groups: number; accessKeys: number }> {
  const [groups, accessKeys] = await Promise.all([groupCount(db, { accountId }), countKeys(db, accountId, new Date(now))]);
  return { groups, accessKeys };
}
