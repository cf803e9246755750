import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { membershipsSql, peopleCountsSql, usersSql } from '#core/accounts/server/accounts.sql.ts';

/** By how many people the figures of groups are wrong. */
export async function groupDifferences(db: Db): Promise<{ accountId: string; groupId: string; n: number }[]> {
  const { rows } = await db.execute<{ accountId: string; groupId: string; n: number }>(sql`
    select account_id as "accountId", group_id as "groupId", (coalesce(m.n, 0) - coalesce(c.n, 0))::int as n
    from (select account_id, group_id, count(*) as n from iam_group_members where state = 'in' and here group by 1, 2) m
    full join (select account_id, group_id, sum(n) as n from ${peopleCountsSql} c where group_id is not null group by 1, 2) c
      using (account_id, group_id)
    where coalesce(m.n, 0) <> coalesce(c.n, 0)`);
  return rows;
}

/** Puts right who of a group has a place in its account; how many there are follows by itself. Returns for how many it was wrong. */
export async function replaceInGroups(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update iam_group_members m set here = not m.here where m.here <> exists (
      select from ${membershipsSql} p where p.account_id = m.account_id and p.user_id = m.user_id and p.state <> 'deleted')`);
  return rowCount ?? 0;
}

/** Puts right by which names people stand in groups. Returns how many stood by another. */
export async function renameInGroups(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update iam_group_members m set name = u.name from ${usersSql} u where u.id = m.user_id and m.name <> u.name`);
  return rowCount ?? 0;
}
