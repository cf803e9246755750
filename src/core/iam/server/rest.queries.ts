/** Places of an account as they are counted against its plan. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { membershipsSql, usersSql } from '#core/accounts/server/accounts.sql.ts';

export type RestingPlace = { userId: string; name: string; signIn: string; owner: boolean; rests: boolean; since: number };

/** People who can act, or rest. Excludes those somebody locked out and those whose access is over: they count towards no limit. */
const inUse = (now: number) => sql`(m.state = 'active' or m.suspended_why is not null) and u.state = 'active'
  and (m.expires_at is null or m.expires_at > ${new Date(now).toISOString()}::timestamptz)`;

/** Oldest first. `now`: epoch milliseconds. */
export async function placesInUse(db: Db, { accountId, now }: { accountId: string; now: number }): Promise<RestingPlace[]> {
  const { rows } = await db.execute<RestingPlace>(sql`
    select m.user_id as "userId", u.name, u.email as "signIn", m.role = 'owner' as owner, m.suspended_why is not null as rests,
      (extract(epoch from m.created_at) * 1000)::float8 as since
    from ${membershipsSql} m join ${usersSql} u on u.id = m.user_id
    where m.account_id = ${accountId} and ${inUse(now)} order by m.created_at, m.id`);
  return rows;
}

type PeopleCount = { id: string; inUse: number; owners: number; rest: number };
/** The same as numbers, of many accounts; accounts without any are left out. */
export async function placeNumbers(
  db: Db,
  { accountIds, now }: { accountIds: readonly string[]; now: number },
): Promise<PeopleCount[]> {
  const { rows } = await db.execute<PeopleCount>(sql`
    select m.account_id as id, count(*)::int as "inUse", (count(*) filter (where m.role = 'owner'))::int as owners,
      (count(*) filter (where m.suspended_why is not null))::int as rest
    from ${membershipsSql} m join ${usersSql} u on u.id = m.user_id where m.account_id = any(${sql.param([...accountIds])}::uuid[])
      and ${inUse(now)} group by 1`);
  return rows;
}

/** Serializes all that lets people of an account rest or act again. */
export async function lockPeople(tx: Db, accountId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`people:${accountId}`}, 0))`);
}
