/** Recordings as programs of customers ask for them, over the BBB API. */
import { and, asc, count, desc, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { containsPattern, likeLiteral } from '#kit/server/db/search.ts';
import type { RecordingState } from '../recordings.rules.ts';
import { recordings } from './recordings.table.ts';

/** Texts are compared as they are, except `metadata`: `%` at an end of a value stands for anything. */
export type ProgramFilter = {
  accountId: string;
  by: { recordPrefixes: readonly string[] } | { externalIds: readonly string[] } | 'all';
  states: readonly RecordingState[];
  metadata: ReadonlyMap<string, string>;
};

function patternOf(filter: string): string {
  const both = filter.length > 1 && filter.startsWith('%') && filter.endsWith('%');
  if (both) return containsPattern(filter.slice(1, -1));
  if (filter.startsWith('%')) return `%${likeLiteral(filter.slice(1))}`;
  return filter.endsWith('%') ? `${likeLiteral(filter.slice(0, -1))}%` : likeLiteral(filter);
}

/** As many ids as a list is asked for at most; no address is long enough for more, and further ones of a body are left out. */
export const MOST_IDS = 1000;
const FEW_IDS = 20;

function chosen(by: ProgramFilter['by']): SQL | undefined {
  if (by === 'all') return undefined;
  if ('externalIds' in by)
    return by.externalIds.length === 0
      ? sql`false`
      : sql`${recordings.externalId} = any(${sql.param(by.externalIds.slice(0, MOST_IDS))}::text[])`;
  if (by.recordPrefixes.length === 0) return sql`false`;
  const patterns = by.recordPrefixes.slice(0, MOST_IDS).map((prefix) => `${likeLiteral(prefix)}%`);
  // one by one an index finds them, which costs a parameter each
  if (patterns.length <= FEW_IDS) return or(...patterns.map((pattern) => like(recordings.recordId, pattern)));
  return sql`${recordings.recordId} like any(${sql.param(patterns)}::text[])`;
}

/** Whole values are looked up in an index; it only narrows the rows down, the comparison decides. */
const marked = (key: string, value: string): SQL | undefined =>
  value.startsWith('%') || value.endsWith('%')
    ? undefined
    : sql`${recordings.metadata} <> '{}' and recording_marks(${recordings.metadata}) @> array[md5(${`${key}=${value}`})]`;

const matching = (filter: ProgramFilter) =>
  and(
    eq(recordings.accountId, filter.accountId),
    filter.states.length === 0 ? sql`false` : inArray(recordings.state, [...filter.states]),
    chosen(filter.by),
    ...[...filter.metadata].map(([key, value]) =>
      and(marked(key, value), sql`${recordings.metadata} ->> ${key} like ${patternOf(value)}`),
    ),
  );

/** The newest first. */
export const programRecordings = (db: Db, filter: ProgramFilter, page: { offset: number; limit: number }) =>
  db
    .select()
    .from(recordings)
    .where(matching(filter))
    .orderBy(desc(recordings.startedAt), desc(recordings.id))
    .offset(page.offset)
    .limit(page.limit);

/** Of the same rows, which version each of them is: a change moves a row to another place, written by another transaction. */
export async function programMark(db: Db, filter: ProgramFilter, page: { offset: number; limit: number }): Promise<string> {
  const { id, startedAt } = recordings;
  const { rows } = await db.execute<{ mark: string | null }>(sql`
    select md5(string_agg(place, ',')) as mark from (
      select ${recordings}.ctid::text || ${recordings}.xmin::text as place from ${recordings} where ${matching(filter)}
      order by ${startedAt} desc, ${id} desc offset ${page.offset} limit ${page.limit}) found`);
  return rows[0]?.mark ?? '';
}

/** How many of an account are in one of these states, from what is counted as they change. */
export async function countedRecordings(
  db: Db,
  { accountId, states }: Pick<ProgramFilter, 'accountId' | 'states'>,
): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select coalesce(sum(n), 0)::int as n from recording_counts
    where account_id = ${accountId} and state = any(${sql.param([...states])}::text[])`);
  return rows[0]?.n ?? 0;
}

/** Sums up what was counted for accounts with many changes. Returns how many entries went. */
export async function sumUpCounts(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    with gone as (
      delete from recording_counts where account_id in (
        select account_id from recording_counts group by account_id having count(*) > ${entriesKept} limit 10000)
      returning account_id, state, n),
    summed as (
      insert into recording_counts select account_id, state, sum(n) from gone group by account_id, state having sum(n) <> 0)
    select count(*)::int as n from gone`);
  return rows[0]?.n ?? 0;
}
/** Few enough to be added up at each question. */
const entriesKept = 50;

export async function countProgramRecordings(db: Db, filter: ProgramFilter): Promise<number> {
  if (filter.by === 'all' && filter.metadata.size === 0) return countedRecordings(db, filter);
  const [row] = await db.select({ n: count() }).from(recordings).where(matching(filter));
  return row?.n ?? 0;
}

/** These of an account in one of these states, held until the end of the transaction, in one order so that no two wait for each other. */
export const lockRecordings = (
  tx: Db,
  of: { accountId: string; recordIds: readonly string[]; states: readonly RecordingState[] },
) =>
  tx
    .select()
    .from(recordings)
    .where(
      and(
        eq(recordings.accountId, of.accountId),
        sql`${recordings.recordId} = any(${sql.param(of.recordIds.slice(0, MOST_IDS))}::text[])`,
        inArray(recordings.state, [...of.states]),
      ),
    )
    .orderBy(asc(recordings.id))
    .for('update');
