/** Rows of our own engines, by their lasting ids. */
import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { engineFacts } from '../servers.rules.ts';
import { serverColumns, type ServerRow } from './servers.queries.ts';
import { servers } from './servers.table.ts';

const inPool = and(eq(servers.kind, 'engine'), ne(servers.state, 'retired'));

export async function engineRow(db: Db, engineId: string): Promise<ServerRow | null> {
  const [row] = await db
    .select()
    .from(servers)
    .where(and(inPool, eq(servers.engineId, engineId)));
  return row ?? null;
}

/** Locked until the transaction ends, in the order of their ids as reports do. */
export const engineRows = (db: Db, engineIds: readonly string[]): Promise<ServerRow[]> =>
  db
    .select(serverColumns())
    .from(servers)
    .where(and(inPool, inArray(servers.engineId, [...engineIds])))
    .orderBy(servers.id)
    .for('update');

/** Engines of an older version, which had names alone. */
export const unclaimedEngines = (db: Db): Promise<ServerRow[]> =>
  db
    .select()
    .from(servers)
    .where(and(inPool, isNull(servers.engineId)));

export async function takenNames(db: Db, like: string): Promise<Set<string>> {
  const rows = await db
    .select({ name: servers.name })
    .from(servers)
    .where(sql`${servers.name} like ${`${like}%`}`);
  return new Set(rows.map((row) => row.name));
}

/** Extends the leases that this machine holds, by the database's clock. Gives the ids of the engines that are still its own. */
export async function extendLeases(db: Db, lease: { engineIds: readonly string[]; host: string }): Promise<string[]> {
  const rows = await db
    .update(servers)
    .set({
      engineUntil: sql`statement_timestamp() + make_interval(secs => ${engineFacts.leaseFor / 1_000})`,
      engineHost: lease.host,
    })
    .where(
      and(
        inPool,
        inArray(servers.engineId, [...lease.engineIds]),
        or(eq(servers.engineHost, lease.host), isNull(servers.engineUntil), sql`${servers.engineUntil} < statement_timestamp()`),
      ),
    )
    .returning({ engineId: servers.engineId });
  return rows.flatMap((row) => row.engineId ?? []);
}
