import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { accountExports } from './ownership.table.ts';

export type ExportRow = typeof accountExports.$inferSelect;

export async function insertExport(tx: Db, row: typeof accountExports.$inferInsert): Promise<ExportRow> {
  const [made] = await tx.insert(accountExports).values(row).returning();
  if (made === undefined) throw new Error('the export was not written');
  return made;
}
export const exportsOf = (db: Db, accountId: string): Promise<ExportRow[]> =>
  db.select().from(accountExports).where(eq(accountExports.accountId, accountId)).orderBy(desc(accountExports.id)).limit(10);
export async function exportById(db: Db, id: string): Promise<ExportRow | null> {
  const [row] = await db.select().from(accountExports).where(eq(accountExports.id, id));
  return row ?? null;
}
/** Takes an export that waits, or one whose worker fell silent; null when somebody works on it. */
export async function takeExport(db: Db, id: string, at: { now: Date; silentSince: Date }): Promise<ExportRow | null> {
  const silent = and(eq(accountExports.state, 'running'), lt(accountExports.aliveAt, at.silentSince));
  const [row] = await db
    .update(accountExports)
    .set({ state: 'running', aliveAt: at.now, tries: sql`${accountExports.tries} + 1` })
    .where(and(eq(accountExports.id, id), or(eq(accountExports.state, 'waiting'), silent)))
    .returning();
  return row ?? null;
}
export async function setExport(db: Db, id: string, change: Partial<ExportRow>): Promise<void> {
  await db.update(accountExports).set(change).where(eq(accountExports.id, id));
}
/** Nobody works on them although they are not done. */
export const forgottenExports = (db: Db, silentSince: Date): Promise<ExportRow[]> =>
  db
    .select()
    .from(accountExports)
    .where(
      or(
        and(eq(accountExports.state, 'waiting'), lt(accountExports.createdAt, silentSince)),
        and(eq(accountExports.state, 'running'), lt(accountExports.aliveAt, silentSince)),
      ),
    )
    .limit(100);
export const endedExports = (db: Db, now: Date): Promise<ExportRow[]> =>
  db
    .select()
    .from(accountExports)
    .where(and(eq(accountExports.state, 'ready'), lt(accountExports.endsAt, now)))
    .limit(100);
