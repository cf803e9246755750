import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';

/** Puts right how many people the groups have, by what is missing. Returns for how many groups it was wrong. */
export async function recountGroups(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with wrong as (
      select g.id, coalesce(c.n, 0) - g.people as missing from iam_groups g left join (
        select m.group_id, count(*)::int as n from iam_group_members m join memberships p using (account_id, user_id)
        where m.state = 'in' and p.state <> 'deleted' group by 1) c on c.group_id = g.id
      where coalesce(c.n, 0) <> g.people)
    update iam_groups g set people = g.people + w.missing from wrong w where w.id = g.id`);
  return rowCount ?? 0;
}

/** Puts right by which names people stand in groups. Returns how many stood by another. */
export async function renameInGroups(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update iam_group_members m set name = u.name from users u where u.id = m.user_id and m.name <> u.name`);
  return rowCount ?? 0;
}
