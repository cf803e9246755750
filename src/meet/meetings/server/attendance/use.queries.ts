import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';

/** What an account uses of its limits: now, and at most since a moment. Minutes for `longest`. */
export type MeetingUse = {
  meetings: number;
  meetingsPeak: number;
  people: number;
  peoplePeak: number;
  fullest: number;
  fullestPeak: number;
  longest: number;
  longestPeak: number;
};
export type UseAsk = { accountId: string; since: Date; now: Date };

/** Whether a meeting of the account began within a span, half-open, or one that began before went on within it and somebody was there. */
export async function anyHeld(db: Db, of: { accountId: string; from: Date; until: Date }): Promise<boolean> {
  const [from, until] = [sql`${of.from.toISOString()}::timestamptz`, sql`${of.until.toISOString()}::timestamptz`];
  const { rows } = await db.execute(sql`select 1 from meetings m where m.account_id = ${of.accountId} and m.state <> 'failed'
    and coalesce(m.started_at, m.created_at) < ${until}
    and (coalesce(m.started_at, m.created_at) >= ${from} or (coalesce(m.ended_at, 'infinity') > ${from}
      and exists (select 1 from attendances a where a.meeting_id = m.id and a.joined_at < ${until} and coalesce(a.left_at, 'infinity') > ${from})))
    limit 1`);
  return rows.length > 0;
}

/** Those of these people who are in a meeting that runs, whichever account holds it. */
export async function inMeetings(db: Db, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct a.user_id as id from attendances a join meetings m on m.id = a.meeting_id
    where a.left_at is null and a.user_id = any(${sql.param([...userIds])}::uuid[]) and m.state = 'live'`);
  return rows.map((row) => row.id);
}

/** The most of something that began and ended, at one time: every beginning counts one up, every end one down. */
const peakOf = (spans: ReturnType<typeof sql>) => sql`(
  select coalesce(max(n), 0) from (
    select sum(step) over (order by at, step rows unbounded preceding) as n from (
      select b as at, 1 as step from (${spans}) s union all select e, -1 from (${spans}) s where e is not null) steps) sums)`;

export async function useFigures(db: Db, ask: UseAsk): Promise<MeetingUse> {
  const [since, now] = [sql`${ask.since.toISOString()}::timestamptz`, sql`${ask.now.toISOString()}::timestamptz`];
  const mine = sql`select * from meetings where account_id = ${ask.accountId} and state in ('starting', 'live')`;
  const today = sql`select * from meetings where account_id = ${ask.accountId} and state <> 'failed' and (ended_at is null or ended_at >= ${since}) and created_at >= ${since} - interval '2 days'`;
  const meetingSpans = sql`select created_at as b, ended_at as e from (${today}) t`;
  const stays = sql`select a.joined_at as b, a.left_at as e from attendances a join (${today}) t on t.id = a.meeting_id where a.left_at is null or a.left_at >= ${since}`;
  const minutes = sql`extract(epoch from coalesce(ended_at, ${now}) - coalesce(started_at, created_at)) / 60`;
  const { rows } = await db.execute<Record<keyof MeetingUse, string | null>>(sql`
    select (select count(*) from (${mine}) o) as meetings, ${peakOf(meetingSpans)} as "meetingsPeak",
      (select sum(people) from (${mine}) o) as people, ${peakOf(stays)} as "peoplePeak",
      (select max(people) from (${mine}) o) as fullest, (select max(people_peak) from (${today}) t) as "fullestPeak",
      (select floor(max(${minutes})) from (${mine}) o) as longest, (select floor(max(${minutes})) from (${today}) t) as "longestPeak"`);
  const number = (name: keyof MeetingUse) => Math.max(0, Number(rows[0]?.[name] ?? 0));
  return {
    meetings: number('meetings'),
    meetingsPeak: number('meetingsPeak'),
    people: number('people'),
    peoplePeak: Math.max(number('peoplePeak'), number('people')),
    fullest: number('fullest'),
    fullestPeak: number('fullestPeak'),
    longest: number('longest'),
    longestPeak: number('longestPeak'),
  };
}
