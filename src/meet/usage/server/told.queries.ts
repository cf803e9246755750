/** What accounts use of their limits now, for those who tell them; pages of accounts in one question each. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import type { LimitName } from '#core/accounts/refusal.rules.ts';
import { accountUseSql, accountsSql, peopleCountsSql } from '#core/accounts/server/accounts.sql.ts';
import { accessKeysSql, iamGroupsSql, iamInvitationsSql } from '#core/iam/server/iam.sql.ts';
import { attendancesSql, meetingsSql } from '#meet/meetings/server/meetings.sql.ts';
import { roomsSql } from '#meet/rooms/server/rooms.sql.ts';
import type { MarkLevel } from '../limit-marks.rules.ts';

export const countedHere = [
  'rooms',
  'people',
  'groups',
  'accessKeys',
  'recordingGb',
  'minutesPerMonth',
  'meetingsAtOnce',
  'peopleAtOnce',
  'peoplePerMeeting',
  'minutesPerMeeting',
] as const satisfies readonly LimitName[];
type CountedHere = (typeof countedHere)[number];
export type UseRow = Record<CountedHere, number> & { id: string };

/** The most of what began and ended within a span, by account; what has another `part` is counted on its own. */
const peaks = (spans: ReturnType<typeof sql>) => sql`
  select account_id, max(n) as n from (
    select account_id, sum(step) over (partition by account_id, part order by at, step rows unbounded preceding) as n from (
      select account_id, part, b as at, 1 as step from (${spans}) s
      union all select account_id, part, e, -1 from (${spans}) s where e is not null) steps) sums
  group by 1`;

/** `since`: of what comes and goes, the most from then on. Accounts in the order of their ids, after that one. */
export async function usesPage(
  db: Db,
  page: { after: string | null; limit: number },
  { now, since }: { now: number; since: number },
): Promise<UseRow[]> {
  const [at, from] = [sql`${new Date(now).toISOString()}::timestamptz`, sql`${new Date(since).toISOString()}::timestamptz`];
  const ran = sql`select m.* from ${meetingsSql} m join page on page.id = m.account_id
    where m.state in ('starting', 'live') or (m.state = 'ended' and m.ended_at >= ${from})`;
  const meetingSpans = sql`select account_id, null::uuid as part, created_at as b, ended_at as e from ran`;
  const stays = (part: ReturnType<typeof sql>) => sql`select a.account_id, ${part} as part, a.joined_at as b, a.left_at as e
    from ${attendancesSql} a join ran on ran.id = a.meeting_id where a.left_at is null or a.left_at >= ${from}`;
  // by the server's clock a meeting ends some seconds before or after its time
  const lengths = sql`select account_id, max(round(extract(epoch from coalesce(ended_at, ${at}) - started_at) / 60)) as n from ran
    where started_at is not null group by 1`;
  const { rows } = await db.execute<Record<CountedHere, string> & { id: string }>(sql`
    with page as materialized (
      select id from ${accountsSql} accounts where kind <> 'operator' and state in ('active', 'suspended')
        and ${page.after === null ? sql`true` : sql`id > ${page.after}`} order by id limit ${page.limit}),
    ran as materialized (${ran})
    select page.id, coalesce(r.n, 0) as rooms, coalesce(p.n, 0) + coalesce(i.n, 0) as people, coalesce(g.n, 0) as groups,
      coalesce(k.n, 0) as "accessKeys", coalesce(u.recorded_bytes, 0) / 1e9 as "recordingGb",
      case when u.minutes_until > ${at} then u.minutes_used else 0 end as "minutesPerMonth",
      coalesce(mp.n, 0) as "meetingsAtOnce", coalesce(pp.n, 0) as "peopleAtOnce",
      coalesce(mm.n, 0) as "peoplePerMeeting", coalesce(ml.n, 0) as "minutesPerMeeting"
    from page
    left join (select account_id, count(*) as n from ${roomsSql} rooms join page on page.id = account_id where deleted_at is null group by 1) r on r.account_id = page.id
    left join (select account_id, sum(n) as n from ${peopleCountsSql} people_counts join page on page.id = account_id where group_id is null group by 1) p on p.account_id = page.id
    left join (select account_id, count(*) as n from ${iamInvitationsSql} iam_invitations join page on page.id = account_id where state = 'open' and expires_at > ${at} group by 1) i on i.account_id = page.id
    left join (select account_id, count(*) as n from ${iamGroupsSql} iam_groups join page on page.id = account_id group by 1) g on g.account_id = page.id
    left join (select account_id, count(*) as n from ${accessKeysSql} access_keys join page on page.id = account_id
      where revoked_at is null and (expires_at is null or expires_at > ${at}) group by 1) k on k.account_id = page.id
    left join ${accountUseSql} u on u.account_id = page.id
    left join (${peaks(meetingSpans)}) mp on mp.account_id = page.id
    left join (${peaks(stays(sql`null::uuid`))}) pp on pp.account_id = page.id
    left join (${peaks(stays(sql`a.meeting_id`))}) mm on mm.account_id = page.id
    left join (${lengths}) ml on ml.account_id = page.id
    order by page.id`);
  return rows.map(({ id, ...figures }) => ({
    id,
    rooms: Number(figures.rooms),
    people: Number(figures.people),
    groups: Number(figures.groups),
    accessKeys: Number(figures.accessKeys),
    recordingGb: Number(figures.recordingGb),
    minutesPerMonth: Number(figures.minutesPerMonth),
    meetingsAtOnce: Number(figures.meetingsAtOnce),
    peopleAtOnce: Number(figures.peopleAtOnce),
    peoplePerMeeting: Number(figures.peoplePerMeeting),
    minutesPerMeeting: Number(figures.minutesPerMeeting),
  }));
}

export type MarkRow = { accountId: string; name: string; level: MarkLevel; toldAt: number };
export async function marksOf(db: Db, accountIds: readonly string[]): Promise<MarkRow[]> {
  const { rows } = await db.execute<{ account_id: string; name: string; level: MarkLevel; told: string }>(sql`
    select account_id, name, level, (extract(epoch from told_at) * 1000)::bigint as told from limit_marks
    where account_id = any(${sql.param([...accountIds])}::uuid[])`);
  return rows.map((row) => ({ accountId: row.account_id, name: row.name, level: row.level, toldAt: Number(row.told) }));
}

/** False when somebody else marked the same meanwhile. `was`: the level that it had. */
export async function setMark(tx: Db, mark: MarkRow, was: MarkLevel | null): Promise<boolean> {
  const at = new Date(mark.toldAt).toISOString();
  const { rowCount } = await tx.execute(sql`
    insert into limit_marks as m (account_id, name, level, told_at) values (${mark.accountId}, ${mark.name}, ${mark.level}, ${at}::timestamptz)
    on conflict (account_id, name) do update set level = excluded.level, told_at = excluded.told_at where m.level = ${was}`);
  return (rowCount ?? 0) > 0;
}
export async function dropMark(tx: Db, of: { accountId: string; name: string }): Promise<void> {
  await tx.execute(sql`delete from limit_marks where account_id = ${of.accountId} and name = ${of.name}`);
}
