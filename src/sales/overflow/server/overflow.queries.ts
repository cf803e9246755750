import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { accountsSql } from '#core/accounts/server/accounts.sql.ts';
import { type Overflow, type OverflowKey, overflowKeys } from '../overflow.rules.ts';

const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);
const at = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`;
type AccountOverflowKey = { accountId: string; key: OverflowKey };

const columns = sql`key, most, ${ms('over_since')} as "overSince", ${ms('warned_at')} as "warnedAt", ${ms('rested_at')} as "restedAt"`;

export async function overflowsOf(db: Db, accountId: string): Promise<Overflow[]> {
  const { rows } = await db.execute<Overflow>(sql`select ${columns} from plan_overflows where account_id = ${accountId}`);
  return overflowKeys.flatMap((key) => rows.filter((row) => row.key === key));
}

/** Held until the transaction ends, so that of two who look at an account one does it after the other. */
export async function lockOverflows(tx: Db, accountId: string): Promise<Overflow[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`overflow:${accountId}`}, 0))`);
  await tx.execute(sql`select 1 from plan_overflows where account_id = ${accountId} order by key for update`);
  return overflowsOf(tx, accountId);
}

export async function beginOverflow(
  tx: Db,
  { accountId, key }: AccountOverflowKey,
  of: { most: number; now: number },
): Promise<void> {
  await tx.execute(sql`
    insert into plan_overflows (account_id, key, most, over_since) values (${accountId}, ${key}, ${of.most}, ${at(of.now)})
    on conflict (account_id, key) do update set most = excluded.most, over_since = excluded.over_since, warned_at = null, rested_at = null`);
}
export async function setMost(tx: Db, { accountId, key }: AccountOverflowKey, most: number): Promise<void> {
  await tx.execute(sql`update plan_overflows set most = ${most} where account_id = ${accountId} and key = ${key}`);
}
export async function markOverflow(
  tx: Db,
  { accountId, key }: AccountOverflowKey,
  mark: { as: 'warned' | 'rested'; now: number },
): Promise<void> {
  const column = sql.identifier(`${mark.as}_at`);
  await tx.execute(sql`update plan_overflows set ${column} = ${at(mark.now)} where account_id = ${accountId} and key = ${key}`);
}
export async function endOverflow(tx: Db, { accountId, key }: AccountOverflowKey): Promise<void> {
  await tx.execute(sql`delete from plan_overflows where account_id = ${accountId} and key = ${key}`);
}

export async function staysOf(db: Db, { accountId, key }: AccountOverflowKey): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select thing_id as id from plan_overflow_stays where account_id = ${accountId} and key = ${key}`,
  );
  return new Set(rows.map((row) => row.id));
}
export async function setStays(tx: Db, { accountId, key }: AccountOverflowKey, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from plan_overflow_stays where account_id = ${accountId} and key = ${key}`);
  await tx.execute(sql`insert into plan_overflow_stays (account_id, key, thing_id)
    select ${accountId}, ${key}, id from unnest(${sql.param([...ids])}::uuid[]) id`);
}

/** Accounts that have a plan's limits and are open, in the order of their ids. `known`: something was too many at the last look. */
export async function accountsToLookAt(
  db: Db,
  page: { after: string | null; limit: number },
): Promise<{ id: string; known: boolean }[]> {
  const { rows } = await db.execute<{ id: string; known: boolean }>(sql`
    select id, exists (select 1 from plan_overflows o where o.account_id = accounts.id) as known from ${accountsSql} accounts
    where kind <> 'operator' and state = 'active' and ${page.after === null ? sql`true` : sql`id > ${page.after}`}
    order by id limit ${page.limit}`);
  return rows;
}
