/** Makes a question into SQL, from the description of `measures.rules.ts`. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { serversSql } from '#meet/servers/server/servers.sql.ts';
import { usageDaysSql } from '#meet/usage/server/usage.sql.ts';
import type { Dimension, ExplorerQuestion, MeasureId } from '../measures.rules.ts';
import type { DaySpan } from '../periods.rules.ts';
import { pieces } from './rollups.queries.ts';

export type PresenceMeasure = Extract<MeasureId, 'meetings' | 'people' | 'minutes' | 'peak' | 'storage' | 'serverLoad'>;
export type PresenceQuestion = {
  measure: PresenceMeasure;
  by: readonly Dimension[];
  only: ExplorerQuestion['only'];
  span: DaySpan;
  /** Null: over all accounts. */
  accountId: string | null;
};
export type GroupFigure = { keys: string[]; figure: number };

/** Of rows with these columns, whatever they come from. */
const keyOf: Readonly<Record<Dimension, SQL>> = {
  day: sql`t.day::text`,
  week: sql`date_trunc('week', t.day::timestamp)::date::text`,
  month: sql`date_trunc('month', t.day::timestamp)::date::text`,
  weekday: sql`extract(isodow from t.day)::int::text`,
  hour: sql`t.hour::int::text`,
  room: sql`coalesce(t.room_id::text, '')`,
  person: sql`t.person::text`,
  account: sql`t.account_id::text`,
  server: sql`coalesce(t.server_id::text, '')`,
};
const columnOf = { room: sql`t.room_id`, person: sql`t.person`, account: sql`t.account_id`, server: sql`t.server_id` } as const;

const keysOf = (by: readonly Dimension[]): SQL =>
  sql`array[${sql.join(
    by.map((one) => keyOf[one]),
    sql`, `,
  )}]::text[]`;
const spanned = ({ span, accountId }: PresenceQuestion): SQL =>
  sql`t.day between ${span.from}::date and ${span.until}::date and ${accountId === null ? sql`true` : sql`t.account_id = ${accountId}::uuid`}`;
const filtered = ({ only }: PresenceQuestion): SQL =>
  sql.join(
    [sql`true`, ...only.map(({ dimension, ids }) => sql`${columnOf[dimension]} = any(${sql.param([...ids])}::uuid[])`)],
    sql` and `,
  );

const isOneOf = (of: readonly Dimension[]) => (dimension: Dimension) => of.includes(dimension);
const usesOnly = ({ by, only }: PresenceQuestion, of: readonly Dimension[]): boolean =>
  [...by, ...only.map((one) => one.dimension)].every(isOneOf(of));
const calendar: readonly Dimension[] = ['day', 'week', 'month', 'weekday'];
/** Whole days of accounts, as they are billed. */
const isOfDays = (question: PresenceQuestion): boolean => usesOnly(question, [...calendar, 'account']);
/** Peaks of several accounts are not at the same moment, so they are no peak together. */
const isOfOneAccount = ({ by, only, accountId }: PresenceQuestion): boolean =>
  accountId !== null || by.includes('account') || only.some((one) => one.dimension === 'account' && one.ids.length === 1);

type MeasureSource = { from: SQL; figure: SQL };
const grouped = (question: PresenceQuestion, { from, figure }: MeasureSource): SQL =>
  sql`select ${keysOf(question.by)} as keys, (${figure})::float8 as figure from ${from} where ${spanned(question)} and ${filtered(question)} group by 1`;
/** Counts different things of each group. */
const distinct = (question: PresenceQuestion, { from, figure }: MeasureSource): SQL => sql`
  select keys, count(*)::float8 as figure from (
    select ${keysOf(question.by)} as keys, ${figure} as thing from ${from} where ${spanned(question)} and ${filtered(question)} group by 1, 2) things
  group by 1`;

const days = sql`${usageDaysSql} t`;
const hours = sql`analytics_hours t`;
const rolled = (by: 'hour' | 'room' | 'person', columns: SQL): SQL =>
  sql`(select account_id, day, peak, key, ${columns} from analytics_rollups where by = ${by}) t`;

function peopleSql(question: PresenceQuestion): SQL {
  const from = isOfDays(question) ? rolled('person', sql`key as who`) : sql`(select *, person as who from analytics_hours) t`;
  return distinct(question, { from, figure: sql`t.who` });
}

/** The most people at one time, by looking at each coming and going. */
const sweep = (question: PresenceQuestion): SQL => sql`
  with days as materialized (select t.account_id, t.day, t.zone, t.from_at, t.until_at from ${usageDaysSql} t where ${spanned(question)}), ${pieces},
  present as (select ${keysOf(question.by)} as keys, t.day, t.b, t.e from ${question.by.includes('hour') ? sql`pieces` : sql`clipped`} t where ${filtered(question)})
  select keys, max(n)::float8 as figure from (
    select keys, sum(step) over (partition by keys, day order by at, step rows unbounded preceding) as n
    from (select keys, day, b as at, 1 as step from present union all select keys, day, e, -1 from present) steps) sums
  group by 1`;

/** Whether the answer needs single presences, which are kept for a while only. */
export function needsFacts(question: PresenceQuestion): boolean {
  return question.measure === 'peak' && peakSource(question) === null;
}
function peakSource(question: PresenceQuestion): SQL | null {
  const isOne = isOfOneAccount(question);
  if (isOne && isOfDays(question)) return days;
  if (isOne && usesOnly(question, [...calendar, 'account', 'hour']))
    return rolled('hour', sql`case when by = 'hour' then key::int end as hour`);
  const rooms = question.only.find((one) => one.dimension === 'room');
  const isByRoom = question.by.includes('room') || rooms?.ids.length === 1;
  return isByRoom && usesOnly(question, [...calendar, 'account', 'room'])
    ? rolled('room', sql`case when by = 'room' then nullif(key, '')::uuid end as room_id`)
    : null;
}

/** Stored on any day of the group: all accounts together. */
const storageSql = (question: PresenceQuestion): SQL => sql`
  select keys, max(bytes)::float8 as figure from (
    select ${keysOf(question.by)} as keys, t.day, sum(t.storage_bytes) as bytes from ${days} where ${spanned(question)} and ${filtered(question)} group by 1, 2) stored
  group by 1`;

/** People at one time on average, in percent of the most that the operator lets on the server; those without such a limit are left out. */
function loadSql(question: PresenceQuestion): SQL {
  const { from, until } = question.span;
  return sql`
    select ${keysOf(question.by)} as keys, (100.0 * sum(t.ms) / sum(t.capacity))::float8 as figure from (
      select c.day::date as day, o.hour, s.id as server_id, s.max_people * 3600000.0 as capacity, coalesce(u.ms, 0) as ms
      from generate_series(${from}::date, ${until}::date, interval '1 day') c(day) cross join generate_series(0, 23) o(hour)
      join ${serversSql} s on s.max_people is not null and s.created_at < c.day + interval '1 day'
      left join (select day, hour, server_id, sum(ms) as ms from analytics_hours where day between ${from}::date and ${until}::date group by 1, 2, 3) u
        on u.day = c.day::date and u.hour = o.hour and u.server_id = s.id) t
    where ${filtered(question)} group by 1`;
}

function presenceSql(question: PresenceQuestion): SQL {
  const isWhole = isOfDays(question);
  switch (question.measure) {
    case 'meetings':
      // one over midnight counts on both days, as it does where use is shown
      return isWhole
        ? grouped(question, { from: days, figure: sql`sum(t.meetings)` })
        : distinct(question, { from: hours, figure: sql`(t.day, t.meeting_id)` });
    case 'people':
      return peopleSql(question);
    case 'minutes':
      return grouped(
        question,
        isWhole ? { from: days, figure: sql`sum(t.minutes)` } : { from: hours, figure: sql`floor(sum(t.ms) / 60000)` },
      );
    case 'peak': {
      const from = peakSource(question);
      return from === null ? sweep(question) : grouped(question, { from, figure: sql`max(t.peak)` });
    }
    case 'storage':
      return storageSql(question);
    case 'serverLoad':
      return loadSql(question);
  }
}

/** The figure of each group, so many at most. */
export async function presenceFigures(db: Db, question: PresenceQuestion, most: number): Promise<GroupFigure[]> {
  const { rows } = await db.execute<GroupFigure>(
    sql`select keys, figure from (${presenceSql(question)}) f where figure is not null order by keys limit ${most}`,
  );
  return rows;
}

/** Ends the next statement of the transaction after so many milliseconds. */
export async function limitStatement(tx: Db, ms: number): Promise<void> {
  await tx.execute(sql`select set_config('statement_timeout', ${String(Math.max(1, Math.round(ms)))}, true)`);
}
