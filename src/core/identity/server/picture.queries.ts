import { eq } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { userPictures } from './picture.table.ts';

/** The name of a person's picture, null without one. */
export async function pictureHash(db: Db, userId: string): Promise<string | null> {
  const [row] = await db.select({ hash: userPictures.hash }).from(userPictures).where(eq(userPictures.userId, userId));
  return row?.hash ?? null;
}

export async function pictureBytes(db: Db, hash: string): Promise<Buffer | null> {
  const [row] = await db.select({ picture: userPictures.picture }).from(userPictures).where(eq(userPictures.hash, hash));
  return row?.picture ?? null;
}

export async function putPicture(tx: Db, row: typeof userPictures.$inferInsert): Promise<void> {
  const { userId, ...set } = row;
  await tx
    .insert(userPictures)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: userPictures.userId, set });
}

export async function deletePicture(tx: Db, userId: string): Promise<void> {
  await tx.delete(userPictures).where(eq(userPictures.userId, userId));
}
