import { eq, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { roomPolls } from './presentations.table.ts';

export type RoomPollsRow = typeof roomPolls.$inferSelect;

export async function pollsOfRoom(db: Db, roomId: string): Promise<RoomPollsRow | null> {
  const [row] = await db.select().from(roomPolls).where(eq(roomPolls.roomId, roomId));
  return row ?? null;
}

/** Two who change a room's polls at once come one after the other, also where there is no row yet. */
export async function lockRoomPolls(tx: Db, roomId: string): Promise<RoomPollsRow | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`polls ${roomId}`}, 0))`);
  return pollsOfRoom(tx, roomId);
}

type Change = Pick<RoomPollsRow, 'polls' | 'version' | 'changedAt'> & { lastMeetingId?: string };
export async function saveRoomPolls(tx: Db, room: Pick<RoomPollsRow, 'roomId' | 'accountId'>, change: Change): Promise<void> {
  await tx
    .insert(roomPolls)
    .values({ ...room, ...change })
    .onConflictDoUpdate({ target: roomPolls.roomId, set: change });
}
