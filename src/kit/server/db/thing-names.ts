/** Names of things by id, out of what their owners publish. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from './db.ts';

/** Columns: `id`, `name` (null: it has none), `readers` (accounts that may read the name; the operator reads all). */
export type NamesSql = SQL;
export type NamedThing = { kind: string; id: string; name: string };
type NamesQuery = { kind: string; source: NamesSql; ids: readonly string[] };

/** Names as they are now, in one statement; what is gone is left out. `accountId` null: of all accounts. */
export async function findThingNames(db: Db, queries: readonly NamesQuery[], accountId: string | null): Promise<NamedThing[]> {
  const isRead = accountId === null ? sql`true` : sql`${accountId}::uuid = any(t.readers)`;
  const selects = queries.map(
    ({ kind, source, ids }) => sql`select ${kind}::text as kind, t.id, t.name from ${source} t
      where t.id = any(${sql.param([...ids])}::uuid[]) and ${isRead} and t.name is not null`,
  );
  if (selects.length === 0) return [];
  const { rows } = await db.execute<NamedThing>(sql.join(selects, sql` union all `));
  return rows;
}
