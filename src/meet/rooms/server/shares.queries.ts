import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { roomShares, roomTransfers, rooms } from './rooms.table.ts';

export type ShareRow = typeof roomShares.$inferSelect;
export type TransferRow = typeof roomTransfers.$inferSelect;

export const sharesOf = (db: Db, roomId: string): Promise<ShareRow[]> =>
  db.select().from(roomShares).where(eq(roomShares.roomId, roomId)).orderBy(asc(roomShares.id));

export async function shareById(db: Db, id: string): Promise<ShareRow | null> {
  const [row] = await db.select().from(roomShares).where(eq(roomShares.id, id));
  return row ?? null;
}

export async function shareOfPerson(db: Db, roomId: string, userId: string): Promise<ShareRow | null> {
  const [row] = await db
    .select()
    .from(roomShares)
    .where(and(eq(roomShares.roomId, roomId), eq(roomShares.userId, userId)));
  return row ?? null;
}

export async function shareOfEmail(db: Db, roomId: string, email: string): Promise<ShareRow | null> {
  const [row] = await db
    .select()
    .from(roomShares)
    .where(and(eq(roomShares.roomId, roomId), eq(roomShares.email, email)));
  return row ?? null;
}

/** Ids of the people who took a share of the room. */
export async function personsOfRoom(db: Db, roomId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: roomShares.userId })
    .from(roomShares)
    .where(and(eq(roomShares.roomId, roomId), eq(roomShares.state, 'accepted')));
  return rows.flatMap(({ userId }) => userId ?? []);
}

export async function putShare(db: Db, row: typeof roomShares.$inferInsert): Promise<void> {
  const { role, state, invitedBy, createdAt, userId } = row;
  await db
    .insert(roomShares)
    .values(row)
    .onConflictDoUpdate({
      target: [roomShares.roomId, roomShares.email],
      set: { role, state, invitedBy, createdAt, userId, answeredAt: null },
    });
}

export async function changeShare(db: Db, id: string, change: Partial<typeof roomShares.$inferInsert>): Promise<void> {
  await db.update(roomShares).set(change).where(eq(roomShares.id, id));
}

export async function deleteShare(db: Db, id: string): Promise<void> {
  await db.delete(roomShares).where(eq(roomShares.id, id));
}

/** Ends the shared access of a person who becomes the room's owner. */
export async function deleteShareOfPerson(db: Db, roomId: string, userId: string): Promise<void> {
  await db.delete(roomShares).where(and(eq(roomShares.roomId, roomId), eq(roomShares.userId, userId)));
}

export async function moveShares(db: Db, roomId: string, accountId: string): Promise<void> {
  await db.update(roomShares).set({ accountId }).where(eq(roomShares.roomId, roomId));
}

/** Invitations that were sent to an address before it had an account become those of the person. Needs the system's view. */
export async function claimByEmail(db: Db, person: { userId: string; email: string }): Promise<void> {
  const email = person.email.toLowerCase();
  await db
    .update(roomShares)
    .set({ userId: person.userId })
    .where(
      and(
        eq(roomShares.email, email),
        isNull(roomShares.userId),
        sql`not exists (select 1 from ${roomShares} o where o.room_id = ${roomShares.roomId} and o.user_id = ${person.userId})`,
      ),
    );
  await db
    .update(roomTransfers)
    .set({ toUserId: person.userId })
    .where(and(eq(roomTransfers.toEmail, email), isNull(roomTransfers.toUserId)));
}

const roomName = { id: rooms.id, name: rooms.name, accountId: rooms.accountId };
export type WaitingShare = { share: ShareRow; room: { id: string; name: string; accountId: string } };
export type WaitingTransfer = { transfer: TransferRow; room: { id: string; name: string; accountId: string } };

/** Invitations that wait for this person, of rooms that are not in the bin. */
export const waitingShares = (db: Db, userId: string): Promise<WaitingShare[]> =>
  db
    .select({ share: roomShares, room: roomName })
    .from(roomShares)
    .innerJoin(rooms, eq(rooms.id, roomShares.roomId))
    .where(and(eq(roomShares.userId, userId), eq(roomShares.state, 'invited'), isNull(rooms.deletedAt)))
    .orderBy(desc(roomShares.id))
    .limit(100);

/** Needs the system's view: the room is not visible to the person before they took it over. */
export const waitingTransfers = (db: Db, userId: string): Promise<WaitingTransfer[]> =>
  db
    .select({ transfer: roomTransfers, room: roomName })
    .from(roomTransfers)
    .innerJoin(rooms, eq(rooms.id, roomTransfers.roomId))
    .where(and(eq(roomTransfers.toUserId, userId), isNull(rooms.deletedAt)))
    .orderBy(desc(roomTransfers.id))
    .limit(100);

export async function transferOf(db: Db, roomId: string): Promise<TransferRow | null> {
  const [row] = await db.select().from(roomTransfers).where(eq(roomTransfers.roomId, roomId));
  return row ?? null;
}

export async function transferForUpdate(db: Db, id: string): Promise<TransferRow | null> {
  const [row] = await db.select().from(roomTransfers).where(eq(roomTransfers.id, id)).for('update');
  return row ?? null;
}

export async function putTransfer(db: Db, row: typeof roomTransfers.$inferInsert): Promise<void> {
  const { id, fromUserId, toUserId, toEmail, createdAt } = row;
  await db
    .insert(roomTransfers)
    .values(row)
    .onConflictDoUpdate({ target: roomTransfers.roomId, set: { id, fromUserId, toUserId, toEmail, createdAt } });
}

export async function deleteTransfer(db: Db, roomId: string): Promise<void> {
  await db.delete(roomTransfers).where(eq(roomTransfers.roomId, roomId));
}

export async function giveRooms(tx: Db, of: { accountId: string; from: string; to: string }): Promise<void> {
  await tx
    .update(rooms)
    .set({ ownerId: of.to })
    .where(and(eq(rooms.accountId, of.accountId), eq(rooms.ownerId, of.from)));
}
