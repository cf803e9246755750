import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { calendarFeeds, type FeedRow } from './schedule.table.ts';

export type FeedOwner = { accountId: string; userId: string };
const ownedBy = ({ accountId, userId }: FeedOwner) =>
  and(eq(calendarFeeds.accountId, accountId), eq(calendarFeeds.userId, userId));

export const feedsOf = (db: Db, owner: FeedOwner): Promise<FeedRow[]> =>
  db.select().from(calendarFeeds).where(ownedBy(owner)).orderBy(desc(calendarFeeds.createdAt));
export async function feedByHash(db: Db, hash: string): Promise<FeedRow | null> {
  const [row] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.tokenHash, hash));
  return row ?? null;
}
/** Takes the place of the one for the same room. */
export async function putFeed(tx: Db, row: FeedRow): Promise<void> {
  const room = row.roomId === null ? isNull(calendarFeeds.roomId) : eq(calendarFeeds.roomId, row.roomId);
  await tx.delete(calendarFeeds).where(and(ownedBy(row), room));
  await tx.insert(calendarFeeds).values(row);
}
export async function deleteFeed(tx: Db, owner: FeedOwner, id: string): Promise<boolean> {
  const rows = await tx
    .delete(calendarFeeds)
    .where(and(ownedBy(owner), eq(calendarFeeds.id, id)))
    .returning({ id: calendarFeeds.id });
  return rows.length > 0;
}
export async function deleteFeedsOfRoom(tx: Db, { roomId, accountId }: { roomId: string; accountId: string }): Promise<void> {
  await tx.delete(calendarFeeds).where(and(eq(calendarFeeds.roomId, roomId), eq(calendarFeeds.accountId, accountId)));
}
export async function noteRead(tx: Db, id: string, facts: { readAt: Date; reader: string | null }): Promise<void> {
  await tx.update(calendarFeeds).set(facts).where(eq(calendarFeeds.id, id));
}
