/** Servers belong to the installation, so all of these take the system's view. */
import { asc, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';
import { servers } from './servers.table.ts';

export type ServerRow = typeof servers.$inferSelect;
export type NewServer = typeof servers.$inferInsert;

export const allServers = (db: Db): Promise<ServerRow[]> =>
  db.select().from(servers).where(ne(servers.state, 'retired')).orderBy(asc(servers.name));

export async function serverById(db: Db, id: string): Promise<ServerRow | null> {
  const [row] = await db.select().from(servers).where(eq(servers.id, id));
  return row ?? null;
}

export const serverNames = (db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select({ id: servers.id, name: servers.name })
        .from(servers)
        .where(inArray(servers.id, [...ids]));

/** Inserts, or gives a server of that name its new address and secret. */
export async function putServer(db: Db, server: NewServer): Promise<ServerRow> {
  const { url, secretSealed, directJoin, health, healthReason, failures } = server;
  const [row] = await db
    .insert(servers)
    .values(server)
    .onConflictDoUpdate({ target: servers.name, set: { url, secretSealed, directJoin, health, healthReason, failures } })
    .returning();
  if (row === undefined) throw new Error('the server was not stored');
  return row;
}

export async function changeServer(db: Db, id: string, change: Partial<NewServer>): Promise<void> {
  await db.update(servers).set(change).where(eq(servers.id, id));
}
