import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';

/** Puts right how many recordings the accounts have in each state, by what is missing. Returns how many of these figures were wrong. */
export async function recountRecordings(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into recording_counts (account_id, state, n)
    select account_id, state, coalesce(r.n, 0) - coalesce(c.n, 0)
    from (select account_id, state, count(*) as n from recordings group by 1, 2) r
    full join (select account_id, state, sum(n) as n from recording_counts group by 1, 2) c using (account_id, state)
    where coalesce(r.n, 0) <> coalesce(c.n, 0)`);
  return rowCount ?? 0;
}

/** The same for the bytes that they take. Returns for how many accounts they were wrong. */
export async function recountBytes(db: Db): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with wrong as (
      select account_id, coalesce(r.n, 0) - coalesce(u.recorded_bytes, 0) as missing
      from (select account_id, sum(bytes)::bigint as n from recordings where state <> 'deleted' group by 1) r
      full join account_use u using (account_id)
      where coalesce(r.n, 0) <> coalesce(u.recorded_bytes, 0))
    insert into account_use (account_id, recorded_bytes) select w.account_id, w.missing from wrong w join accounts a on a.id = w.account_id
    on conflict (account_id) do update set recorded_bytes = account_use.recorded_bytes + excluded.recorded_bytes`);
  return rowCount ?? 0;
}
