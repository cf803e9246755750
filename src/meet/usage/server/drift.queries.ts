/** Compares what is counted beside the rows with the rows themselves; changes nothing. */
import { sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { accountUseSql, membershipsSql, peopleCountsSql } from '#core/accounts/server/accounts.sql.ts';
import { meetingsSql } from '#meet/meetings/server/meetings.sql.ts';
import { recordingCountsSql, recordingsSql } from '#meet/recordings/server/recordings.sql.ts';

export const counters = ['people', 'recordings', 'recordedBytes', 'usageMinutes'] as const;
export type DriftCounter = (typeof counters)[number];

/** For how many accounts each figure is wrong. `since`, `until`: days of use that are compared; those that wait to be counted are not wrong. */
export async function driftFigures(db: Db, of: { since: string; until: string }): Promise<Record<DriftCounter, number>> {
  const { rows } = await db.execute<Record<DriftCounter, number>>(sql`
    with days as (
      select d.account_id, d.day, d.minutes, p.month is not null as closed, floor(coalesce((
        select sum(extract(epoch from least(i.until_at, d.until_at) - greatest(i.from_at, d.from_at))) from usage_intervals i
        where i.account_id = d.account_id and i.until_at > d.from_at and i.from_at < d.until_at), 0) / 60)::bigint as real,
        coalesce((select sum(j.minutes) from usage_adjustments j where j.account_id = d.account_id and j.day = d.day), 0) as later
      from usage_days d left join usage_periods p on p.account_id = d.account_id and p.month = date_trunc('month', d.day)::date
      where d.day between ${of.since} and ${of.until}
        and not exists (select 1 from usage_due q where q.account_id = d.account_id)
        and not exists (select 1 from ${meetingsSql} m where m.account_id = d.account_id and m.state in ('starting', 'live', 'detached')))
    select
      (select count(distinct account_id)::int from (select account_id, count(*) as n from ${membershipsSql} memberships where state <> 'deleted' group by 1) m
        full join (select account_id, sum(n) as n from ${peopleCountsSql} people_counts where group_id is null group by 1) c using (account_id)
        where coalesce(m.n, 0) <> coalesce(c.n, 0)) as people,
      (select count(distinct account_id)::int from (select account_id, state, count(*) as n from ${recordingsSql} recordings group by 1, 2) r
        full join (select account_id, state, sum(n) as n from ${recordingCountsSql} recording_counts group by 1, 2) c using (account_id, state)
        where coalesce(r.n, 0) <> coalesce(c.n, 0)) as recordings,
      (select count(*)::int from (select account_id, sum(bytes)::bigint as n from ${recordingsSql} recordings where state <> 'deleted' group by 1) r
        full join ${accountUseSql} u using (account_id) where coalesce(r.n, 0) <> coalesce(u.recorded_bytes, 0)) as "recordedBytes",
      (select count(distinct account_id)::int from days where minutes + later <> real) as "usageMinutes"`);
  return rows[0] ?? { people: 0, recordings: 0, recordedBytes: 0, usageMinutes: 0 };
}
