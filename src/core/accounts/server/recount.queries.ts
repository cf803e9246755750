import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';

/**
 * Puts right how many people the accounts have. What is missing is added to the figure, not written over it: somebody may come or go
 * in the meantime. Returns for how many accounts it was wrong.
 */
export async function recountPeople(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with wrong as (
      select account_id, coalesce(m.n, 0) - coalesce(u.people, 0) as missing
      from (select account_id, count(*)::int as n from memberships where state <> 'deleted' group by 1) m
      full join account_use u using (account_id)
      where coalesce(m.n, 0) <> coalesce(u.people, 0))
    insert into account_use (account_id, people) select w.account_id, w.missing from wrong w join accounts a on a.id = w.account_id
    on conflict (account_id) do update set people = account_use.people + excluded.people`);
  return rowCount ?? 0;
}
