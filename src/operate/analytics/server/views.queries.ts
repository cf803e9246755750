import { and, asc, count, eq, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { type AnalyticsViewRow, analyticsViews } from './analytics.table.ts';

type ViewReader = { accountId: string; userId: string };
const isReadable = ({ accountId, userId }: ViewReader) =>
  and(eq(analyticsViews.accountId, accountId), or(eq(analyticsViews.ownerId, userId), eq(analyticsViews.shared, true)));

/** Views of an account that somebody sees, by name. */
export const readableViews = (db: Db, reader: ViewReader, most: number): Promise<AnalyticsViewRow[]> =>
  db
    .select()
    .from(analyticsViews)
    .where(isReadable(reader))
    .orderBy(asc(sql`lower(${analyticsViews.name})`), asc(analyticsViews.id))
    .limit(most);

export async function readableView(db: Db, reader: ViewReader, id: string): Promise<AnalyticsViewRow | null> {
  const [row] = await db
    .select()
    .from(analyticsViews)
    .where(and(eq(analyticsViews.id, id), isReadable(reader)));
  return row ?? null;
}

export async function countViews(db: Db, { accountId, userId }: ViewReader): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(analyticsViews)
    .where(and(eq(analyticsViews.accountId, accountId), eq(analyticsViews.ownerId, userId)));
  return row?.n ?? 0;
}

export async function insertView(tx: Db, row: AnalyticsViewRow): Promise<void> {
  await tx.insert(analyticsViews).values(row);
}

type ViewChange = Pick<AnalyticsViewRow, 'name' | 'question' | 'chart' | 'shared' | 'updatedAt'>;
/** Null: somebody changed it meanwhile. */
export async function changeViewRow(
  tx: Db,
  at: { id: string; version: number },
  change: ViewChange,
): Promise<AnalyticsViewRow | null> {
  const [row] = await tx
    .update(analyticsViews)
    .set({ ...change, version: sql`${analyticsViews.version} + 1` })
    .where(and(eq(analyticsViews.id, at.id), eq(analyticsViews.version, at.version)))
    .returning();
  return row ?? null;
}

export async function deleteView(tx: Db, id: string): Promise<void> {
  await tx.delete(analyticsViews).where(eq(analyticsViews.id, id));
}
