/** Recordings as programs of customers ask for them, over the BBB API. */
import { and, asc, count, desc, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';
import type { RecordingState } from '../recordings.rules.ts';
import { recordings } from './recordings.table.ts';

/** Texts are compared as they are, except `metadata`: `%` at an end of a value stands for anything. */
export type ProgramFilter = {
  accountId: string;
  by: { recordPrefixes: readonly string[] } | { externalIds: readonly string[] } | 'all';
  states: readonly RecordingState[];
  metadata: ReadonlyMap<string, string>;
};

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&');

function patternOf(filter: string): string {
  const both = filter.length > 1 && filter.startsWith('%') && filter.endsWith('%');
  if (both) return `%${literal(filter.slice(1, -1))}%`;
  if (filter.startsWith('%')) return `%${literal(filter.slice(1))}`;
  return filter.endsWith('%') ? `${literal(filter.slice(0, -1))}%` : literal(filter);
}

function chosen(by: ProgramFilter['by']): SQL | undefined {
  if (by === 'all') return undefined;
  if ('externalIds' in by) return by.externalIds.length === 0 ? sql`false` : inArray(recordings.externalId, [...by.externalIds]);
  if (by.recordPrefixes.length === 0) return sql`false`;
  return or(...by.recordPrefixes.map((prefix) => like(recordings.recordId, `${literal(prefix)}%`)));
}

const matching = (filter: ProgramFilter) =>
  and(
    eq(recordings.accountId, filter.accountId),
    filter.states.length === 0 ? sql`false` : inArray(recordings.state, [...filter.states]),
    chosen(filter.by),
    ...[...filter.metadata].map(([key, value]) => sql`${recordings.metadata} ->> ${key} like ${patternOf(value)}`),
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

export async function countProgramRecordings(db: Db, filter: ProgramFilter): Promise<number> {
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
        inArray(recordings.recordId, [...of.recordIds]),
        inArray(recordings.state, [...of.states]),
      ),
    )
    .orderBy(asc(recordings.id))
    .for('update');
