/** Figures of servers over time: one row a minute for two days, one an hour for thirteen months. */
import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { serverEventRows, serverSamples } from './servers.table.ts';

export type SampleRow = typeof serverSamples.$inferSelect;
export type EventRow = typeof serverEventRows.$inferSelect;
type SampleWeights = { video: number; meeting: number };

/** A row of this minute for every server, from what it said last; one that is away or out has nobody. Twice is as good as once. */
export async function sampleMinute(db: Db, at: Date, weights: SampleWeights): Promise<void> {
  await db.execute(sql`
    insert into server_samples (server_id, step, at, health, load, meetings, people, people_peak, voices, videos)
    select id, 'minute', date_trunc('minute', ${at.toISOString()}::timestamptz, 'UTC'), health,
      here * (people + videos * ${weights.video}::float8 + meetings * ${weights.meeting}::float8) * multiplier,
      here * meetings, here * people, here * people, here * voices, here * videos
    from (select s.*, case when health = 'offline' or state not in ('enabled', 'draining') then 0 else 1 end as here from servers s) as s
    where state <> 'retired'
    on conflict do nothing`);
}

/** Hours since `since`, made of their minutes; running hours are computed each time. An hour is as well as its worst minute. */
export async function rollUpHours(db: Db, since: Date): Promise<void> {
  await db.execute(sql`
    insert into server_samples (server_id, step, at, health, load, meetings, people, people_peak, voices, videos)
    select server_id, 'hour', date_trunc('hour', at, 'UTC'),
      case when bool_or(health = 'offline') then 'offline' when bool_or(health = 'degraded') then 'degraded'
        when bool_or(health = 'healthy') then 'healthy' else 'unknown' end,
      avg(load), max(meetings), round(avg(people)), max(people_peak), round(avg(voices)), round(avg(videos))
    from server_samples
    where step = 'minute' and at >= date_trunc('hour', ${since.toISOString()}::timestamptz, 'UTC')
    group by server_id, date_trunc('hour', at, 'UTC')
    on conflict (server_id, step, at) do update set health = excluded.health, load = excluded.load, meetings = excluded.meetings,
      people = excluded.people, people_peak = excluded.people_peak, voices = excluded.voices, videos = excluded.videos`);
}

/** Returns how many rows went. */
export async function deleteSamples(db: Db, before: { minutes: Date; hours: Date }): Promise<number> {
  let gone = 0;
  for (const [step, at] of [
    ['minute', before.minutes],
    ['hour', before.hours],
  ] as const)
    gone += (await db.delete(serverSamples).where(and(eq(serverSamples.step, step), lt(serverSamples.at, at)))).rowCount ?? 0;
  return gone;
}

type SampleDays = Map<string, Map<number, number>>;
/** People by server and hour (epoch milliseconds of its beginning). */
export async function daysOf(db: Db, about: { ids: readonly string[]; since: Date }): Promise<SampleDays> {
  const days: SampleDays = new Map();
  if (about.ids.length === 0) return days;
  const rows = await db
    .select({ serverId: serverSamples.serverId, at: serverSamples.at, people: serverSamples.peoplePeak })
    .from(serverSamples)
    .where(
      and(inArray(serverSamples.serverId, [...about.ids]), eq(serverSamples.step, 'hour'), gte(serverSamples.at, about.since)),
    );
  for (const row of rows) {
    const hours = days.get(row.serverId) ?? new Map<number, number>();
    days.set(row.serverId, hours.set(row.at.getTime(), row.people));
  }
  return days;
}

/** Most meetings at once over the whole pool since that midnight in a time zone, as far as hours tell. */
export async function peakSinceMidnight(db: Db, about: { now: Date; timeZone: string }): Promise<number> {
  const found = await db.execute<{ peak: number }>(sql`
    select coalesce(max(total), 0)::int as peak from (
      select sum(meetings) as total from server_samples
      where step = 'hour' and at >= date_trunc('day', ${about.now.toISOString()}::timestamptz, ${about.timeZone}) group by at) as hours`);
  return found.rows[0]?.peak ?? 0;
}

/** Figures of one server in steps of `stepMs`, oldest first; several samples in a step become one. */
export async function historyOf(
  db: Db,
  about: { serverId: string; step: 'minute' | 'hour'; since: Date; stepMs: number },
): Promise<Omit<SampleRow, 'serverId' | 'step'>[]> {
  const seconds = about.stepMs / 1000;
  const found = await db.execute<Omit<SampleRow, 'serverId' | 'step' | 'at'> & { at: string }>(sql`
    select to_timestamp(floor(extract(epoch from at) / ${seconds}::int) * ${seconds}::int) as at,
      case when bool_or(health = 'offline') then 'offline' when bool_or(health = 'degraded') then 'degraded'
        when bool_or(health = 'healthy') then 'healthy' else 'unknown' end as health,
      avg(load) as load, max(meetings)::int as meetings, round(avg(people))::int as people, max(people_peak)::int as "peoplePeak",
      round(avg(voices))::int as voices, round(avg(videos))::int as videos
    from server_samples
    where server_id = ${about.serverId} and step = ${about.step} and at >= ${about.since.toISOString()}::timestamptz
    group by 1 order by 1`);
  return found.rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** Newest first. */
export const eventsOf = (db: Db, about: { serverId: string; since: Date; limit: number }): Promise<EventRow[]> =>
  db
    .select()
    .from(serverEventRows)
    .where(and(eq(serverEventRows.serverId, about.serverId), gte(serverEventRows.at, about.since)))
    .orderBy(desc(serverEventRows.at), asc(serverEventRows.id))
    .limit(about.limit);
