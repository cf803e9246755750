import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { COUNTED_TO } from '#kit/counted.ts';
import type { Db } from './db.ts';

/**
 * How many rows of a table fit, or of what stands after `from`; undefined: more than a thousand, and no more of them were read.
 * Never for a limit that is kept: only for what a list tells beside its page.
 */
export async function totalOf(db: Db, from: PgTable | SQL, where?: SQL): Promise<number | undefined> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from ${from} where ${where ?? sql`true`} limit ${COUNTED_TO + 1}) counted`,
  );
  const n = rows[0]?.n ?? 0;
  return n > COUNTED_TO ? undefined : n;
}

/**
 * The ids of all rows that fit, where these are a thousand or fewer; undefined: there are more. For a search, before its page is read:
 * a list that is walked in its order comes to the few rows of a rare word only after all others, and soon enough to those of a usual one.
 * Ask with the system's eyes, the account in the question: behind the wall of tenancy PostgreSQL looks into no index of parts of words.
 */
export async function fewOf(
  db: Db,
  of: { from: PgTable | SQL; id: AnyColumn | SQL },
  where: SQL | undefined,
): Promise<string[] | undefined> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select ${of.id} as id from ${of.from} where ${where ?? sql`true`} limit ${COUNTED_TO + 1}`,
  );
  return rows.length > COUNTED_TO ? undefined : rows.map((row) => row.id);
}

/** The condition that leaves the rows with these ids. */
export const amongIds = (id: AnyColumn | SQL, ids: readonly string[] | undefined): SQL | undefined =>
  ids === undefined ? undefined : sql`${id} = any(${sql.param([...ids])}::uuid[])`;
