import { eq, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { type PreparedTable, roomGroups, roomPolls } from './presentations.table.ts';

const tables = { polls: roomPolls, groups: roomGroups } satisfies Record<string, PreparedTable>;
export type PreparedName = keyof typeof tables;
export type PreparedRow = PreparedTable['$inferSelect'];

export async function preparedListOf(db: Db, name: PreparedName, roomId: string): Promise<PreparedRow | null> {
  const table: PreparedTable = tables[name];
  const [row] = await db.select().from(table).where(eq(table.roomId, roomId));
  return row ?? null;
}

/** Two who change a room's list at once come one after the other, also where there is no row yet. */
export async function lockPreparedList(tx: Db, name: PreparedName, roomId: string): Promise<PreparedRow | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${name} ${roomId}`}, 0))`);
  return preparedListOf(tx, name, roomId);
}

type NewList = Pick<PreparedRow, 'roomId' | 'accountId' | 'items' | 'version' | 'changedAt'> & { lastMeetingId?: string };
export async function savePreparedList(tx: Db, name: PreparedName, row: NewList): Promise<void> {
  const table: PreparedTable = tables[name];
  const { roomId: _room, accountId: _account, ...change } = row;
  await tx.insert(table).values(row).onConflictDoUpdate({ target: table.roomId, set: change });
}

/** Takes sets of groups that were used before and nobody has named out of all rooms. */
export async function deleteUnsavedGroups(db: Db, before: Date): Promise<void> {
  const isOld = sql`s->>'name' = '' and (s->>'usedAt')::float8 < ${before.getTime()}`;
  await db.execute(sql`
    update ${roomGroups} r
    set sets = (select coalesce(jsonb_agg(s order by place) filter (where (${isOld}) is not true), '[]') from jsonb_array_elements(r.sets) with ordinality one(s, place)),
      version = version + 1
    where exists (select from jsonb_array_elements(r.sets) s where ${isOld})`);
}
