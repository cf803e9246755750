import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { periodExports, type PeriodRow } from './bank.table.ts';

export async function insertPeriod(tx: Db, row: typeof periodExports.$inferInsert): Promise<PeriodRow> {
  const [made] = await tx.insert(periodExports).values(row).returning();
  if (made === undefined) throw new Error('nothing was kept');
  return made;
}
export type Side = PeriodRow['side'];
export const periodsOf = (db: Db, of: { accountId: string; side: Side }): Promise<PeriodRow[]> =>
  db
    .select()
    .from(periodExports)
    .where(and(eq(periodExports.accountId, of.accountId), eq(periodExports.side, of.side)))
    .orderBy(desc(periodExports.id))
    .limit(10);
export async function periodById(db: Db, id: string): Promise<PeriodRow | null> {
  const [row] = await db.select().from(periodExports).where(eq(periodExports.id, id));
  return row ?? null;
}
/** Takes one that waits, or one whose worker fell silent; null when somebody works on it. */
export async function takePeriod(db: Db, id: string, at: { now: Date; silentSince: Date }): Promise<PeriodRow | null> {
  const silent = and(eq(periodExports.state, 'running'), lt(periodExports.aliveAt, at.silentSince));
  const [row] = await db
    .update(periodExports)
    .set({ state: 'running', aliveAt: at.now, tries: sql`${periodExports.tries} + 1` })
    .where(and(eq(periodExports.id, id), or(eq(periodExports.state, 'waiting'), silent)))
    .returning();
  return row ?? null;
}
export async function setPeriod(db: Db, id: string, change: Partial<PeriodRow>): Promise<void> {
  await db.update(periodExports).set(change).where(eq(periodExports.id, id));
}
/** Nobody works on them although they are not done. */
export const forgottenPeriods = (db: Db, silentSince: Date): Promise<PeriodRow[]> =>
  db
    .select()
    .from(periodExports)
    .where(
      or(
        and(eq(periodExports.state, 'waiting'), lt(periodExports.createdAt, silentSince)),
        and(eq(periodExports.state, 'running'), lt(periodExports.aliveAt, silentSince)),
      ),
    )
    .limit(100);
export const endedPeriods = (db: Db, now: Date): Promise<PeriodRow[]> =>
  db
    .select()
    .from(periodExports)
    .where(and(eq(periodExports.state, 'ready'), lt(periodExports.endsAt, now)))
    .limit(100);
