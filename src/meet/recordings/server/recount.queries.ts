import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { accountUseSql } from '#core/accounts/server/accounts.sql.ts';

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

/** By how many bytes the figures of accounts are wrong. */
export async function byteDifferences(db: Db): Promise<{ accountId: string; bytes: number }[]> {
  const { rows } = await db.execute<{ accountId: string; bytes: number }>(sql`
    select account_id as "accountId", (coalesce(r.n, 0) - coalesce(u.recorded_bytes, 0))::float8 as bytes
    from (select account_id, sum(bytes)::bigint as n from recordings where state <> 'deleted' group by 1) r
    full join ${accountUseSql} u using (account_id)
    where coalesce(r.n, 0) <> coalesce(u.recorded_bytes, 0)`);
  return rows;
}
