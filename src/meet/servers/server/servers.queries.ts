/** Servers belong to the installation, so all of these take the system's view. */
import { and, asc, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import type { ServerState } from '../servers.rules.ts';
import { serverEventRows, servers } from './servers.table.ts';

export type ServerRow = typeof servers.$inferSelect;
export type NewServer = typeof servers.$inferInsert;
export type NewEvent = typeof serverEventRows.$inferInsert;

/** With the ends of leases, which the database's clock sets, by the clock of this machine. */
export const serverColumns = () => ({
  ...getTableColumns(servers),
  engineUntil: sql`to_timestamp(${Date.now() / 1_000}::float8) + (${servers.engineUntil} - statement_timestamp())`.mapWith(
    servers.engineUntil,
  ),
});

export const allServers = (db: Db): Promise<ServerRow[]> =>
  db.select(serverColumns()).from(servers).where(ne(servers.state, 'retired')).orderBy(asc(servers.name));

/** Which versions of rows `allServers` would read now: a change moves a row to another place, written by another transaction. */
export async function serversMark(db: Db): Promise<string> {
  const { rows } = await db.execute<{ mark: string | null }>(
    sql`select md5(string_agg(id::text || ctid::text || xmin::text, ',' order by id)) as mark from servers where state <> 'retired'`,
  );
  return rows[0]?.mark ?? '';
}

/** Whether one that is no engine of ours may take meetings. */
export async function takesOtherServers(db: Db): Promise<boolean> {
  const [one] = await db
    .select({ id: servers.id })
    .from(servers)
    .where(and(ne(servers.kind, 'engine'), eq(servers.state, 'enabled')))
    .limit(1);
  return one !== undefined;
}

/** The retired ones too. */
export const everyServer = (db: Db): Promise<ServerRow[]> => db.select(serverColumns()).from(servers).orderBy(asc(servers.name));

/** Held until the transaction ends: names and addresses are looked at and written by one at a time. */
export async function lockPool(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('servers.pool'))`);
}

export async function insertServer(db: Db, server: NewServer): Promise<void> {
  await db.insert(servers).values(server);
}

/** Changes it unless somebody else did since `revision`. False then. */
export async function changeRevision(
  db: Db,
  about: { id: string; revision: number },
  change: Partial<NewServer>,
): Promise<boolean> {
  const found = await db
    .update(servers)
    .set({ ...change, revision: sql`${servers.revision} + 1` })
    .where(and(eq(servers.id, about.id), eq(servers.revision, about.revision)));
  return (found.rowCount ?? 0) > 0;
}

/** Moves it from one of these states. Null when it is in another one. */
export async function moveServer(
  db: Db,
  about: { id: string; from: readonly ServerState[] },
  change: Partial<NewServer>,
): Promise<ServerRow | null> {
  const [row] = await db
    .update(servers)
    .set(change)
    .where(and(eq(servers.id, about.id), inArray(servers.state, [...about.from])))
    .returning();
  return row ?? null;
}

export async function deleteServer(db: Db, id: string): Promise<void> {
  await db.delete(servers).where(eq(servers.id, id));
}

export async function serverById(db: Db, id: string): Promise<ServerRow | null> {
  const [row] = await db.select(serverColumns()).from(servers).where(eq(servers.id, id));
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
  const { url, secretSealed, directJoin, health, healthReason, failures, successes } = server;
  const [row] = await db
    .insert(servers)
    .values(server)
    .onConflictDoUpdate({
      target: servers.name,
      set: { url, secretSealed, directJoin, health, healthReason, failures, successes },
    })
    .returning();
  if (row === undefined) throw new Error('the server was not stored');
  return row;
}

export async function changeServer(db: Db, id: string, change: Partial<NewServer>): Promise<void> {
  await db.update(servers).set(change).where(eq(servers.id, id));
}

/** Held until the end of the transaction, in an order that lets two reports never wait for each other in a ring. */
export const heldForReport = (db: Db, ids: readonly string[]): Promise<ServerRow[]> =>
  db
    .select()
    .from(servers)
    .where(inArray(servers.id, [...ids]))
    .orderBy(asc(servers.id))
    .for('update');

export type PolledServer = Pick<
  ServerRow,
  | 'id'
  | 'state'
  | 'stateReason'
  | 'health'
  | 'healthReason'
  | 'failures'
  | 'successes'
  | 'answerMs'
  | 'meetings'
  | 'people'
  | 'voices'
  | 'videos'
  | 'clockSkewMs'
  | 'bbbVersion'
  | 'answeredAt'
  | 'changedAt'
> & { checkedAt: Date };

/** One statement for any number of servers. */
export async function writePolled(db: Db, polled: readonly PolledServer[]): Promise<void> {
  if (polled.length === 0) return;
  await db.execute(sql`
    update servers as s set state = n.state, state_reason = n."stateReason", health = n.health, health_reason = n."healthReason",
      failures = n.failures, successes = n.successes, answer_ms = n."answerMs", meetings = n.meetings, people = n.people,
      voices = n.voices, videos = n.videos, clock_skew_ms = n."clockSkewMs", bbb_version = n."bbbVersion",
      checked_at = n."checkedAt", answered_at = n."answeredAt", changed_at = n."changedAt"
    from jsonb_to_recordset(${JSON.stringify(polled)}::jsonb) as n (id uuid, state text, "stateReason" text, health text,
      "healthReason" text, failures int, successes int, "answerMs" int, meetings int, people int, voices int, videos int,
      "clockSkewMs" int, "bbbVersion" text, "checkedAt" timestamptz, "answeredAt" timestamptz, "changedAt" timestamptz)
    where s.id = n.id`);
}

export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await db.insert(serverEventRows).values([...events]);
}

/** The names of pools and regions that servers of the pool carry, in order. */
export async function poolWords(db: Db): Promise<{ pools: string[]; regions: string[] }> {
  const { rows } = await db.execute<{ pools: string[]; regions: string[] }>(sql`
    select coalesce((select array_agg(distinct p order by p) from servers s, unnest(s.pools) p where s.state <> 'retired'), '{}') as pools,
      coalesce((select array_agg(distinct region order by region) from servers where region is not null and state <> 'retired'), '{}') as regions`);
  return rows[0] ?? { pools: [], regions: [] };
}
