/** Figures of charts, all of them from days that were counted. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { usageDaysSql } from '#meet/usage/server/usage.sql.ts';
import type { DaySpan } from '../periods.rules.ts';

/** Null: not narrowed. */
export type ChartNarrowing = { room: string | null; person: string | null };
export type ChartsOf = { accountId: string; span: DaySpan; narrowing: ChartNarrowing };

const inSpan = ({ accountId, span }: ChartsOf): SQL =>
  sql`account_id = ${accountId}::uuid and day between ${span.from}::date and ${span.until}::date`;
const narrowed = ({ room, person }: ChartNarrowing): SQL =>
  sql`${room === null ? sql`true` : sql`room_id = ${room}::uuid`} and ${person === null ? sql`true` : sql`person = ${person}::uuid`}`;
const isNarrowed = ({ room, person }: ChartNarrowing): boolean => room !== null || person !== null;
/** The one roll-up that says it. */
const rolled = ({ room, person }: ChartNarrowing): SQL =>
  room === null ? sql`by = 'person' and key = ${person}::text` : sql`by = 'room' and key = ${room}::text`;
const minutes = sql`(sum(ms) / 60000)::float8`;

type NarrowedDay = { day: string; meetings: number; people: number; minutes: number; peak: number };
/** Days of one room, of one person, or of one person in one room. */
export async function narrowedDays(db: Db, of: ChartsOf): Promise<NarrowedDay[]> {
  const { room, person } = of.narrowing;
  const { rows } = await db.execute<NarrowedDay>(
    room !== null && person !== null
      ? sql`select day::text as day, count(distinct meeting_id)::int as meetings, 1 as people, floor(sum(ms) / 60000)::float8 as minutes, 1 as peak
          from analytics_hours where ${inSpan(of)} and ${narrowed(of.narrowing)} group by 1 order by 1`
      : sql`select day::text as day, meetings, people, (ms / 60000)::float8 as minutes, ${person === null ? sql`peak` : sql`1`} as peak
          from analytics_rollups where ${inSpan(of)} and ${rolled(of.narrowing)} order by 1`,
  );
  return rows;
}

/** Different people of each of these spans, in their order. */
export async function peopleOfSpans(db: Db, of: Omit<ChartsOf, 'span'> & { spans: readonly DaySpan[] }): Promise<number[]> {
  const { spans, accountId, narrowing } = of;
  if (spans.length === 0) return [];
  const asked = sql`unnest(${sql.param(spans.map((one) => one.from))}::date[], ${sql.param(spans.map((one) => one.until))}::date[]) with ordinality as s(b, e, n)`;
  const day = sql`account_id = ${accountId}::uuid and day between s.b and s.e`;
  const found = isNarrowed(narrowing)
    ? sql`select person::text as key from analytics_hours where ${day} and ${narrowed(narrowing)} group by person`
    : sql`select key from analytics_rollups where by = 'person' and ${day} group by key`;
  const { rows } = await db.execute<{ people: number }>(
    sql`select p.people from ${asked} cross join lateral (select count(*)::int as people from (${found}) f) p order by s.n`,
  );
  return rows.map((row) => row.people);
}

type WeekHour = { weekday: number; hour: number; seconds: number };
/** Seconds of all people together by weekday and hour. */
export async function weekHours(db: Db, of: ChartsOf): Promise<WeekHour[]> {
  const from = isNarrowed(of.narrowing)
    ? sql`select day, hour, ms from analytics_hours where ${inSpan(of)} and ${narrowed(of.narrowing)}`
    : sql`select day, key::int as hour, ms from analytics_rollups where by = 'hour' and ${inSpan(of)}`;
  const { rows } = await db.execute<WeekHour>(
    sql`select extract(isodow from day)::int as weekday, hour::int as hour, (sum(ms) / 1000)::float8 as seconds from (${from}) h group by 1, 2`,
  );
  return rows;
}

export type MostUsed = { id: string; meetings: number; minutes: number; people: number };
const most = 10;
/** The rooms, or people, with the most minutes. A meeting over midnight counts on both days. */
export async function mostUsed(db: Db, by: 'room' | 'person', of: ChartsOf): Promise<MostUsed[]> {
  const id = by === 'room' ? sql`room_id` : sql`person`;
  const people = by === 'room' ? sql`0` : sql`1`;
  const { rows } = await db.execute<MostUsed>(
    isNarrowed(of.narrowing)
      ? sql`select ${id} as id, count(distinct (day, meeting_id))::int as meetings, floor(${minutes}) as minutes, ${people} as people
          from analytics_hours where ${inSpan(of)} and ${narrowed(of.narrowing)} and ${id} is not null
          group by 1 order by sum(ms) desc, 1 limit ${most}`
      : sql`select key as id, sum(meetings)::int as meetings, floor(${minutes}) as minutes, ${people} as people
          from analytics_rollups where by = ${by} and key <> '' and ${inSpan(of)} group by 1 order by sum(ms) desc, 1 limit ${most}`,
  );
  return rows;
}

/** Different people of each of these rooms. */
export async function peopleOfRooms(db: Db, of: ChartsOf, rooms: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: string; people: number }>(sql`
    select room_id as id, count(*)::int as people from (
      select room_id, person from analytics_hours where ${inSpan(of)} and ${narrowed(of.narrowing)}
        and room_id = any(${sql.param([...rooms])}::uuid[]) group by 1, 2) p group by 1`);
  return new Map(rows.map((row) => [row.id, row.people]));
}

/** Until when days up to that one are counted, in epoch milliseconds; null: none was of late. `accountId` null: of all accounts. */
export async function countedUntil(
  db: Db,
  { accountId, today }: { accountId: string | null; today: string },
): Promise<number | null> {
  const { rows } = await db.execute<{ at: number | null }>(sql`
    select (extract(epoch from max(counted_at)) * 1000)::float8 as at from ${usageDaysSql} usage_days
    where ${accountId === null ? sql`true` : sql`account_id = ${accountId}::uuid`} and day > ${today}::date - 400`);
  return rows[0]?.at ?? null;
}
