/** Files on their way, and whose turn it is to write one. */
import { and, asc, count, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { uploads } from './files.table.ts';

export type UploadRow = typeof uploads.$inferSelect;

export async function uploadById(db: Db, id: string): Promise<UploadRow | null> {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id));
  return row ?? null;
}
export async function lockUpload(tx: Db, id: string): Promise<UploadRow | null> {
  const [row] = await tx.select().from(uploads).where(eq(uploads.id, id)).for('update');
  return row ?? null;
}
type UploadOwner = { accountId: string; userId: string };
const inState = ({ accountId, userId }: UploadOwner, ...states: UploadRow['state'][]) =>
  and(eq(uploads.accountId, accountId), eq(uploads.userId, userId), inArray(uploads.state, states));
/** Those for the library: an upload for a message goes on where the message is written. */
export const openUploads = (db: Db, of: UploadOwner): Promise<UploadRow[]> =>
  db
    .select()
    .from(uploads)
    .where(and(inState(of, 'receiving'), eq(uploads.place, 'library')))
    .orderBy(asc(uploads.id));
/** Those that are only being opened count, too: many may begin at once. */
export async function countOpen(db: Db, of: UploadOwner): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(uploads)
    .where(inState(of, 'opening', 'receiving'));
  return row?.n ?? 0;
}
export async function insertUpload(tx: Db, row: typeof uploads.$inferInsert): Promise<void> {
  await tx.insert(uploads).values(row);
}
export async function setUpload(tx: Db, id: string, change: Partial<UploadRow>): Promise<void> {
  await tx.update(uploads).set(change).where(eq(uploads.id, id));
}
export async function deleteUpload(tx: Db, id: string): Promise<void> {
  await tx.delete(uploads).where(eq(uploads.id, id));
}
/** Those that nothing happened to since then. */
export const idleUploads = (db: Db, states: readonly UploadRow['state'][], before: Date): Promise<UploadRow[]> =>
  db
    .select()
    .from(uploads)
    .where(and(inArray(uploads.state, [...states]), lt(uploads.updatedAt, before)))
    .orderBy(asc(uploads.id))
    .limit(200);

/** The clock of leases is the database's: two processes may disagree about the time. */
const leaseEnd = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;
type UploadLease = { id: string; holder: string };
/** Takes the turn when nobody has it, or its holder fell silent. */
export async function takeLease(db: Db, { id, holder }: UploadLease, seconds: number): Promise<boolean> {
  const taken = await db
    .update(uploads)
    .set({ leaseHolder: holder, leaseUntil: leaseEnd(seconds), leaseWanted: false })
    .where(and(eq(uploads.id, id), sql`(${uploads.leaseHolder} is null or ${uploads.leaseUntil} < now())`))
    .returning({ id: uploads.id });
  return taken.length > 0;
}
/** Asks the holder to end its turn. */
export async function askForLease(db: Db, { id, holder }: UploadLease): Promise<void> {
  await db
    .update(uploads)
    .set({ leaseWanted: true })
    .where(and(eq(uploads.id, id), ne(uploads.leaseHolder, holder)));
}
/** Null: the turn was lost. `wanted`: somebody waits for it. */
export async function keepLease(
  db: Db,
  { id, holder }: UploadLease,
  to: { seconds: number; now: Date },
): Promise<{ wanted: boolean } | null> {
  const [row] = await db
    .update(uploads)
    .set({ leaseUntil: leaseEnd(to.seconds), updatedAt: to.now })
    .where(and(eq(uploads.id, id), eq(uploads.leaseHolder, holder)))
    .returning({ wanted: uploads.leaseWanted });
  return row ?? null;
}
export async function dropLease(db: Db, { id, holder }: UploadLease, now: Date): Promise<void> {
  await db
    .update(uploads)
    .set({ leaseHolder: null, leaseUntil: null, leaseWanted: false, updatedAt: now })
    .where(and(eq(uploads.id, id), eq(uploads.leaseHolder, holder)));
}
