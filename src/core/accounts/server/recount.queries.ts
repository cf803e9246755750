import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';

/**
 * Puts right how many people the accounts have. What is missing is added to the figure, not written over it: somebody may come or go
 * in the meantime. Returns for how many accounts it was wrong.
 */
export async function recountPeople(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into people_counts (account_id, n)
    select account_id, coalesce(m.n, 0) - coalesce(c.n, 0)
    from (select account_id, count(*) as n from memberships where state <> 'deleted' group by 1) m
    full join (select account_id, sum(n) as n from people_counts where group_id is null group by 1) c using (account_id)
    where coalesce(m.n, 0) <> coalesce(c.n, 0)`);
  return rowCount ?? 0;
}

export type PeopleDifference = { accountId: string; groupId: string; n: number };
export async function addPeopleCounts(db: Db, differences: readonly PeopleDifference[]): Promise<void> {
  await db.execute(sql`
    insert into people_counts (account_id, group_id, n)
    select * from unnest(${sql.param(differences.map((one) => one.accountId))}::uuid[],
      ${sql.param(differences.map((one) => one.groupId))}::uuid[], ${sql.param(differences.map((one) => one.n))}::int[])`);
}

/** Few enough to be added up at each question. */
const entriesKept = 20;

/** Sums up what was counted for accounts and groups with many changes, and forgets what is nothing. Returns how many entries went. */
export async function sumUpPeople(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    with many as (
      select account_id, group_id from people_counts group by 1, 2 having count(*) > ${entriesKept} or sum(n) = 0 limit 10000),
    gone as (
      delete from people_counts c using many m where c.account_id = m.account_id and c.group_id is not distinct from m.group_id
      returning c.account_id, c.group_id, c.n),
    summed as (insert into people_counts select account_id, group_id, sum(n) from gone group by 1, 2 having sum(n) <> 0)
    select count(*)::int as n from gone`);
  return rows[0]?.n ?? 0;
}
