/** Puts presences into days: the one place that computes use, for the screen, the limits and the invoice. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { accountUseSql, accountsSql, isNotEndedSql } from '#core/accounts/server/accounts.sql.ts';
import { attendancesSql, meetingsSql } from '#meet/meetings/server/meetings.sql.ts';

const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;

/** One counter at a time: two that read before either wrote would each miss what the other saw. Held until the end of the transaction. */
export async function lockCounting(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('usage:count', 0))`);
}

/** A span of an account whose days have to be counted; epoch milliseconds. */
export type DueCount = { accountId: string; from: number; until: number };
type DueRow = { account_id: string; b: string; e: string };
const dueOf = (row: DueRow): DueCount => ({ accountId: row.account_id, from: Number(row.b), until: Number(row.e) });
const ms = (column: ReturnType<typeof sql>) => sql`(extract(epoch from ${column}) * 1000)::bigint`;

/** Takes spans out of the queue, so many entries of it at most. `entries`: how many there were. */
export async function takeDue(tx: Db, most: number): Promise<{ entries: number; due: DueCount[] }> {
  const { rows } = await tx.execute<DueRow & { n: number }>(sql`
    with gone as (delete from usage_due where id in (select id from usage_due order by id limit ${most}) returning *)
    select account_id, ${ms(sql`min(from_at)`)} as b, ${ms(sql`max(until_at)`)} as e, count(*)::int as n from gone group by account_id`);
  return { entries: rows.reduce((sum, row) => sum + row.n, 0), due: rows.map(dueOf) };
}

/** Accounts with people in meetings now: their days grow by themselves. */
export async function dueLive(tx: Db, now: number): Promise<DueCount[]> {
  const { rows } = await tx.execute<DueRow>(sql`
    select m.account_id, ${ms(sql`min(a.joined_at)`)} as b, ${now}::bigint as e
    from ${meetingsSql} m join ${attendancesSql} a on a.meeting_id = m.id and a.left_at is null
    where m.state in ('starting', 'live', 'detached') group by m.account_id`);
  return rows.map(dueOf);
}

/** Accounts that store more than today's count says. */
export async function dueStorage(tx: Db, now: number): Promise<DueCount[]> {
  const { rows } = await tx.execute<DueRow>(sql`
    select u.account_id, ${now}::bigint as b, ${now}::bigint as e from ${accountUseSql} u
    where u.recorded_bytes > 0 and not exists (
      select 1 from usage_days d where d.account_id = u.account_id and d.storage_bytes >= u.recorded_bytes
        and d.from_at <= ${at(now)} and d.until_at > ${at(now)})`);
  return rows.map(dueOf);
}

export type CountedDay = {
  accountId: string;
  day: string;
  /** Whole minutes as they are now. */
  minutes: number;
  /** Minutes that the closed month has, with what was added to it later; null: the month is open, and the day was stored. */
  closed: number | null;
};

/**
 * Counts all days that the spans touch, and stores those of open months; days that begin before `since` stay as they are (epoch ms).
 * A day that is stored keeps its bounds, and a new one begins where its neighbour ends: so a change of the account's zone counts
 * nothing twice and leaves nothing out.
 */
export async function countDays(
  tx: Db,
  due: readonly DueCount[],
  { now, since }: { now: number; since: number },
): Promise<CountedDay[]> {
  if (due.length === 0) return [];
  const { rows } = await tx.execute<{ account_id: string; day: string; minutes: string; closed: string | null }>(sql`
    with spans as (
      select d.account_id, usage_zone(a.time_zone) as zone, min(d.b) as b, max(d.e) as e
      from unnest(${sql.param(due.map((one) => one.accountId))}::uuid[], ${sql.param(due.map((one) => new Date(one.from).toISOString()))}::timestamptz[],
        ${sql.param(due.map((one) => new Date(one.until).toISOString()))}::timestamptz[]) as d(account_id, b, e)
      join ${accountsSql} a on a.id = d.account_id group by 1, 2),
    asked as (
      select s.account_id, s.zone, c.day::date as day, s.b, s.e,
        coalesce(own.from_at, yesterday.until_at, c.day at time zone s.zone) as from_at,
        coalesce(own.until_at, tomorrow.from_at, (c.day + interval '1 day') at time zone s.zone) as until_at
      from spans s
      cross join lateral generate_series(date_trunc('day', s.b at time zone s.zone) - interval '1 day', date_trunc('day', s.e at time zone s.zone) + interval '1 day', interval '1 day') as c(day)
      left join usage_days own on own.account_id = s.account_id and own.day = c.day::date
      left join usage_days yesterday on yesterday.account_id = s.account_id and yesterday.day = c.day::date - 1
      left join usage_days tomorrow on tomorrow.account_id = s.account_id and tomorrow.day = c.day::date + 1),
    wanted as materialized (
      select * from asked where from_at <= e and until_at > b and until_at > from_at and from_at >= ${at(since)}),
    present as materialized (
      select w.account_id, w.day, p.meeting_id, p.person, greatest(p.from_at, w.from_at) as b, least(p.until_at, w.until_at) as e
      from wanted w cross join lateral (
        select i.meeting_id, i.person, i.from_at, i.until_at from usage_intervals i
          where i.account_id = w.account_id and i.until_at > w.from_at and i.from_at < w.until_at
        union all
        select a.meeting_id, md5(a.account_id::text || ' ' || a.person_key)::uuid,
          coalesce((select max(i.until_at) from usage_intervals i where i.stay_id = a.id), a.joined_at), ${at(now)}
        from ${meetingsSql} m join ${attendancesSql} a on a.meeting_id = m.id and a.left_at is null
        where m.account_id = w.account_id and m.state in ('starting', 'live', 'detached') and a.joined_at < w.until_at) p
      where least(p.until_at, w.until_at) > greatest(p.from_at, w.from_at)),
    peaks as (
      select account_id, day, max(n) as peak from (
        select account_id, day, sum(step) over (partition by account_id, day order by at, step rows unbounded preceding) as n
        from (select account_id, day, b as at, 1 as step from present union all select account_id, day, e, -1 from present) steps) sums
      group by 1, 2),
    sums as (
      select account_id, day, count(distinct meeting_id) as meetings, count(distinct person) as people,
        floor(sum(extract(epoch from e - b)))::bigint as seconds
      from present group by 1, 2),
    counted as (
      select w.account_id, w.day, w.zone, w.from_at, w.until_at, coalesce(s.meetings, 0) as meetings, coalesce(s.people, 0) as people,
        coalesce(s.seconds, 0) as seconds, coalesce(p.peak, 0) as peak,
        case when w.from_at <= ${at(now)} and w.until_at > ${at(now)} then coalesce(u.recorded_bytes, 0) else 0 end as bytes,
        c.month is not null as closed
      from wanted w
      left join sums s using (account_id, day) left join peaks p using (account_id, day)
      left join ${accountUseSql} u on u.account_id = w.account_id
      left join usage_periods c on c.account_id = w.account_id and c.month = date_trunc('month', w.day)::date),
    stored as (
      insert into usage_days as t (account_id, day, zone, from_at, until_at, meetings, people, seconds, peak, storage_bytes, counted_at)
      select account_id, day, zone, from_at, until_at, meetings, people, seconds, peak, bytes, ${at(now)} from counted
      where not closed and (seconds > 0 or bytes > 0 or exists (
        select 1 from usage_days d where d.account_id = counted.account_id and d.day = counted.day))
      order by account_id, day
      on conflict (account_id, day) do update set meetings = excluded.meetings, people = excluded.people, seconds = excluded.seconds,
        peak = excluded.peak, storage_bytes = greatest(t.storage_bytes, excluded.storage_bytes), counted_at = excluded.counted_at
      returning account_id)
    select c.account_id, c.day::text as day, c.seconds / 60 as minutes,
      case when c.closed then coalesce(d.minutes, 0) + coalesce((
        select sum(j.minutes) from usage_adjustments j where j.account_id = c.account_id and j.day = c.day), 0) end as closed
    from counted c left join usage_days d on d.account_id = c.account_id and d.day = c.day`);
  return rows.map((row) => ({
    accountId: row.account_id,
    day: row.day,
    minutes: Number(row.minutes),
    closed: row.closed === null ? null : Number(row.closed),
  }));
}

/** The minutes of the accounts in the month that it is, and when that month ends in their zones; epoch milliseconds. */
export async function minutesOfMonth(
  tx: Db,
  accountIds: readonly string[],
  now: number,
): Promise<{ accountId: string; minutes: number; until: number }[]> {
  const { rows } = await tx.execute<{ accountId: string; minutes: number; until: number }>(sql`
    select a.id as "accountId", coalesce(sum(d.minutes), 0)::float8 as minutes,
      (extract(epoch from (m.month + interval '1 month') at time zone m.zone) * 1000)::float8 as until
    from ${accountsSql} a
    cross join lateral (select usage_zone(a.time_zone) as zone) z
    cross join lateral (select z.zone, date_trunc('month', ${at(now)} at time zone z.zone) as month) m
    left join usage_days d on d.account_id = a.id and d.day >= m.month and d.day < m.month + interval '1 month'
    where a.id = any(${sql.param([...accountIds])}::uuid[])
    group by a.id, m.month, m.zone`);
  return rows;
}

export type ClosedMonth = { accountId: string /** Its first day. */; month: string; minutes: number };
/**
 * Closes each account's last months whose grace is over, those without use too, so that what comes later is known as late. Returns them,
 * the oldest first.
 */
export async function closePeriods(tx: Db, { now, graceHours }: { now: number; graceHours: number }): Promise<ClosedMonth[]> {
  const { rows } = await tx.execute<{ account_id: string; month: string; minutes: string }>(sql`
    with ended as (
      select a.id as account_id, m.month::date as month
      from ${accountsSql} a
      cross join lateral (select usage_zone(a.time_zone) as zone) z
      cross join lateral generate_series(
        greatest(date_trunc('month', a.created_at at time zone z.zone), date_trunc('month', ${at(now)} at time zone z.zone) - interval '3 months'),
        date_trunc('month', ${at(now)} at time zone z.zone) - interval '1 month', interval '1 month') as m(month)
      where ${isNotEndedSql(sql`a`)} and (m.month + interval '1 month') at time zone z.zone + make_interval(hours => ${graceHours}) <= ${at(now)}
        and not exists (select 1 from usage_periods p where p.account_id = a.id and p.month = m.month::date))
    insert into usage_periods (account_id, month, meetings, minutes, peak, storage_bytes, closed_at)
    select e.account_id, e.month, coalesce(sum(d.meetings), 0), coalesce(sum(d.minutes), 0), coalesce(max(d.peak), 0),
      coalesce(max(d.storage_bytes), 0), ${at(now)}
    from ended e left join usage_days d on d.account_id = e.account_id and d.day >= e.month and d.day < e.month + interval '1 month'
    group by 1, 2
    returning account_id, month::text as month, minutes`);
  return rows
    .map((row) => ({ accountId: row.account_id, month: row.month, minutes: Number(row.minutes) }))
    .sort((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0));
}

export async function forgetIntervals(db: Db, before: number): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from usage_intervals where until_at < ${at(before)}`);
  return rowCount ?? 0;
}
