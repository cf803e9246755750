/**
 * Many rows of a table in one short statement. A query builder walks every column of every row; where a hundred rows are written in the
 * same moment that costs more than the writing.
 */
import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './db/db.ts';

// what the database refuses in text becomes U+FFFD, as the driver would have it
const value = (one: unknown) => (typeof one === 'string' ? one.toWellFormed() : one);

function statement<T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]) {
  const columns = getTableColumns(table);
  const written = Object.entries(columns).filter(([key]) => rows.some((row) => Reflect.get(row, key) !== undefined));
  const values = rows.map((row) =>
    Object.fromEntries(written.map(([key, column]) => [column.name, value(Reflect.get(row, key))])),
  );
  const names = written.map(([, column]) => `"${column.name}"`).join(', ');
  const name = `"${getTableName(table)}"`;
  return sql`${sql.raw(`insert into ${name} (${names}) select ${names} from jsonb_populate_recordset(null::${name}`)}, ${JSON.stringify(values)}::jsonb)`;
}

/**
 * Inserts rows that all carry the same columns; a column that none of them carries gets its default. Not for columns of big integers
 * or bytes, which JSON does not carry.
 */
export async function insertTogether<T extends PgTable>(tx: Db, table: T, rows: readonly T['$inferInsert'][]): Promise<void> {
  if (rows.length > 0) await tx.execute(statement(table, rows));
}

/** The same, with the rows as they were stored. */
export async function insertReturning<T extends PgTable>(
  tx: Db,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<T['$inferSelect'][]> {
  if (rows.length === 0) return [];
  const { rows: stored } = await tx.execute(sql`${statement(table, rows)} returning *`);
  return stored.map(rowReader(table));
}

/** Reads whole rows of a table (`select m.*`, `returning *`) that came from a statement of one's own. */
export function rowReader<T extends PgTable>(table: T): (row: Record<string, unknown>) => T['$inferSelect'] {
  const columns = Object.entries(getTableColumns(table));
  return (row) =>
    Object.fromEntries(
      columns.map(([key, column]) => {
        const found = row[column.name];
        return [key, found === null || found === undefined ? null : column.mapFromDriverValue(found)];
      }),
    );
}
