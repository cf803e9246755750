/** What other domains count for accounts. Accounts that are gone are left out. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';

export type BytesDifference = { accountId: string; bytes: number };
/** Returns for how many accounts. */
export async function addRecordedBytes(db: Db, differences: readonly BytesDifference[]): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into account_use (account_id, recorded_bytes)
    select a.id, d.bytes from unnest(${sql.param(differences.map((one) => one.accountId))}::uuid[],
      ${sql.param(differences.map((one) => one.bytes))}::bigint[]) as d(account_id, bytes) join accounts a on a.id = d.account_id
    on conflict (account_id) do update set recorded_bytes = account_use.recorded_bytes + excluded.recorded_bytes`);
  return rowCount ?? 0;
}

/** `until`: when the month ends, epoch milliseconds. */
export type MinutesOfMonth = { accountId: string; minutes: number; until: number };
export async function putMinutesUsed(tx: Db, months: readonly MinutesOfMonth[]): Promise<void> {
  await tx.execute(sql`
    insert into account_use as u (account_id, minutes_used, minutes_until)
    select a.id, m.minutes, m.until from unnest(${sql.param(months.map((one) => one.accountId))}::uuid[],
      ${sql.param(months.map((one) => one.minutes))}::bigint[],
      ${sql.param(months.map((one) => new Date(one.until).toISOString()))}::timestamptz[]) as m(account_id, minutes, until)
    join accounts a on a.id = m.account_id order by a.id
    on conflict (account_id) do update set minutes_used = excluded.minutes_used, minutes_until = excluded.minutes_until
      where u.minutes_used <> excluded.minutes_used or u.minutes_until is distinct from excluded.minutes_until`);
}
