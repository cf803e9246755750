/** Takes the days that usage counted apart, from the same facts and with the same bounds. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { meetingsSql } from '#meet/meetings/server/meetings.sql.ts';
import { usageDaysSql, usageIntervalsSql } from '#meet/usage/server/usage.sql.ts';

/** One worker at a time: two that replaced one day at once would each add its rows. Held until the end of the transaction. */
export async function lockRollups(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('analytics:count', 0))`);
}

export type AccountDay = { accountId: string; day: string };
type AccountDayRow = { account_id: string; day: string };
const accountDayOf = (row: AccountDayRow): AccountDay => ({ accountId: row.account_id, day: row.day });

/** Takes days out of the queue, so many entries of it at most. `entries`: how many there were. */
export async function takeDueDays(tx: Db, most: number): Promise<{ entries: number; days: AccountDay[] }> {
  const { rows } = await tx.execute<AccountDayRow & { n: number }>(sql`
    with gone as (delete from analytics_due where id in (select id from analytics_due order by id limit ${most}) returning account_id, day)
    select account_id, day::text as day, count(*)::int as n from gone group by 1, 2`);
  return { entries: rows.reduce((sum, row) => sum + row.n, 0), days: rows.map(accountDayOf) };
}

/** The days of `usage_days` whose facts are all kept; `since` in epoch milliseconds. */
const keptDays = (days: readonly AccountDay[], since: number): SQL => sql`
  select d.account_id, d.day, d.zone, d.from_at, d.until_at from ${usageDaysSql} d
  join unnest(${sql.param(days.map((one) => one.accountId))}::uuid[], ${sql.param(days.map((one) => one.day))}::date[]) as due(account_id, day)
    using (account_id, day)
  where d.from_at >= ${new Date(since).toISOString()}::timestamptz`;

/** Presences within the days of the CTE `days`, each cut into the hours of the account's clock, as the CTE `pieces`. */
export const pieces = sql`
  clipped as materialized (
    select d.account_id, d.day, d.zone, i.meeting_id, i.person, m.room_id, m.server_id,
      greatest(i.from_at, d.from_at) as b, least(i.until_at, d.until_at) as e
    from days d
    join ${usageIntervalsSql} i on i.account_id = d.account_id and i.until_at > d.from_at and i.from_at < d.until_at
    left join ${meetingsSql} m on m.id = i.meeting_id),
  pieces as materialized (
    select c.account_id, c.day, extract(hour from h.at at time zone c.zone)::smallint as hour, c.meeting_id, c.person, c.room_id, c.server_id,
      greatest(c.b, h.at) as b, least(c.e, h.at + interval '1 hour') as e
    from clipped c
    -- hours begin where the clock on the wall shows none of their minutes, which is no whole hour of UTC everywhere
    cross join lateral generate_series(
      c.b - make_interval(mins => extract(minute from c.b at time zone c.zone)::int, secs => extract(second from c.b at time zone c.zone)::float8),
      c.e, interval '1 hour') as h(at)
    where least(c.e, h.at + interval '1 hour') > greatest(c.b, h.at))`;

/** Of presences: what of each key of a day is counted. */
const grouped = (by: string, { key, from }: { key: SQL; from: SQL }): SQL => sql`
  select p.account_id, ${by} as by, p.day, p.key, count(distinct p.meeting_id) as meetings, count(distinct p.person) as people,
    sum(round(extract(epoch from p.e - p.b) * 1000))::bigint as ms, max(s.peak) as peak
  from (select *, ${key} as key from ${from}) p
  join (
    select account_id, day, key, max(n) as peak from (
      select account_id, day, key, sum(step) over (partition by account_id, day, key order by at, step rows unbounded preceding) as n
      from (
        select account_id, day, ${key} as key, b as at, 1 as step from ${from}
        union all select account_id, day, ${key}, e, -1 from ${from}) steps) sums
    group by 1, 2, 3) s using (account_id, day, key)
  group by p.account_id, p.day, p.key`;

/** Counts these days again and replaces what there is of them. Days whose facts are gone stay as they are. Returns how many were counted. */
export async function replaceDays(tx: Db, days: readonly AccountDay[], since: number): Promise<number> {
  if (days.length === 0) return 0;
  const kept = keptDays(days, since);
  const { rows } = await tx.execute<AccountDayRow>(sql`select account_id, day::text as day from (${kept}) k order by 1, 2`);
  for (const table of [sql`analytics_hours`, sql`analytics_rollups`])
    await tx.execute(sql`delete from ${table} t using (${kept}) k where t.account_id = k.account_id and t.day = k.day`);
  await tx.execute(sql`
    with days as materialized (${kept}), ${pieces}
    insert into analytics_hours (account_id, day, hour, meeting_id, room_id, server_id, person, ms)
    select account_id, day, hour, meeting_id, room_id, server_id, person, sum(round(extract(epoch from e - b) * 1000))::bigint
    from pieces group by 1, 2, 3, 4, 5, 6, 7 having sum(round(extract(epoch from e - b) * 1000)) > 0`);
  await tx.execute(sql`
    with days as materialized (${kept}), ${pieces}
    insert into analytics_rollups (account_id, by, day, key, meetings, people, ms, peak)
    ${grouped('hour', { key: sql`hour::text`, from: sql`pieces` })}
    union all ${grouped('room', { key: sql`coalesce(room_id::text, '')`, from: sql`clipped` })}
    union all ${grouped('server', { key: sql`coalesce(server_id::text, '')`, from: sql`clipped` })}
    union all ${grouped('person', { key: sql`person::text`, from: sql`clipped` })}`);
  return rows.length;
}

/** Days that can be counted from the facts, after `after` in the order of account and day; of one account, or all. */
export async function rebuildableDays(
  db: Db,
  of: { accountId: string | null; after: AccountDay | null; since: number; most: number },
): Promise<AccountDay[]> {
  const after = of.after === null ? sql`true` : sql`(d.account_id, d.day) > (${of.after.accountId}::uuid, ${of.after.day}::date)`;
  const account = of.accountId === null ? sql`true` : sql`d.account_id = ${of.accountId}::uuid`;
  const { rows } = await db.execute<AccountDayRow>(sql`
    select d.account_id, d.day::text as day from ${usageDaysSql} d
    where d.from_at >= ${new Date(of.since).toISOString()}::timestamptz and ${account} and ${after}
    order by d.account_id, d.day limit ${of.most}`);
  return rows.map(accountDayOf);
}

/** How many days can be counted again, and how many are older than the facts. */
export async function countRebuildable(
  db: Db,
  of: { accountId: string | null; since: number },
): Promise<{ days: number; older: number }> {
  const at = sql`${new Date(of.since).toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ days: number; older: number }>(sql`
    select count(*) filter (where from_at >= ${at})::int as days, count(*) filter (where from_at < ${at})::int as older
    from ${usageDaysSql} usage_days where ${of.accountId === null ? sql`true` : sql`account_id = ${of.accountId}::uuid`}`);
  return rows[0] ?? { days: 0, older: 0 };
}
