import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';

/** Puts right how many people the groups have, by what is missing. Returns for how many groups it was wrong. */
export async function recountGroups(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into people_counts (account_id, group_id, n)
    select account_id, group_id, coalesce(m.n, 0) - coalesce(c.n, 0)
    from (select account_id, group_id, count(*) as n from iam_group_members where state = 'in' and here group by 1, 2) m
    full join (select account_id, group_id, sum(n) as n from people_counts where group_id is not null group by 1, 2) c
      using (account_id, group_id)
    where coalesce(m.n, 0) <> coalesce(c.n, 0)`);
  return rowCount ?? 0;
}

/** Puts right who of a group has a place in its account; how many there are follows by itself. Returns for how many it was wrong. */
export async function replaceInGroups(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update iam_group_members m set here = not m.here where m.here <> exists (
      select from memberships p where p.account_id = m.account_id and p.user_id = m.user_id and p.state <> 'deleted')`);
  return rowCount ?? 0;
}

/** Puts right by which names people stand in groups. Returns how many stood by another. */
export async function renameInGroups(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update iam_group_members m set name = u.name from users u where u.id = m.user_id and m.name <> u.name`);
  return rowCount ?? 0;
}
