/** Ways to pay that sellers name themselves. */
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { subscriptions } from './billing.table.ts';
import { type ManualMethodRow, manualMethods } from './manual-methods.table.ts';

/** Those that are not archived, by name. */
export const manualMethodsOf = (db: Db, sellerId: string): Promise<ManualMethodRow[]> =>
  db
    .select()
    .from(manualMethods)
    .where(and(eq(manualMethods.sellerId, sellerId), isNull(manualMethods.archivedAt)))
    .orderBy(asc(sql`lower(${manualMethods.name})`));

/** Null when there is none of that id; an archived one is there. */
export async function manualMethodById(db: Db, id: string): Promise<ManualMethodRow | null> {
  const [row] = await db.select().from(manualMethods).where(eq(manualMethods.id, id));
  return row ?? null;
}
/** By which a subscription is paid, where that is one of them and not archived. */
export async function methodOfSubscription(db: Db, id: string): Promise<ManualMethodRow | null> {
  const [row] = await db
    .select({ method: manualMethods })
    .from(subscriptions)
    .innerJoin(manualMethods, eq(manualMethods.id, subscriptions.manualId))
    .where(and(eq(subscriptions.id, id), isNull(manualMethods.archivedAt)));
  return row?.method ?? null;
}

export async function insertManualMethod(tx: Db, row: ManualMethodRow): Promise<ManualMethodRow> {
  const [kept] = await tx.insert(manualMethods).values(row).returning();
  return kept ?? row;
}
/** Null when somebody else changed it since `revision`, or it is archived. */
export async function changeManualMethod(
  tx: Db,
  of: Pick<ManualMethodRow, 'id' | 'sellerId'> & { revision: number },
  change: Partial<Omit<ManualMethodRow, 'id' | 'sellerId' | 'revision' | 'createdAt'>>,
): Promise<ManualMethodRow | null> {
  const [kept] = await tx
    .update(manualMethods)
    .set({ ...change, revision: sql`${manualMethods.revision} + 1` })
    .where(
      and(
        eq(manualMethods.id, of.id),
        eq(manualMethods.sellerId, of.sellerId),
        eq(manualMethods.revision, of.revision),
        isNull(manualMethods.archivedAt),
      ),
    )
    .returning();
  return kept ?? null;
}

/** Ids of the plans that are not over and are paid by it, in their order. */
export async function plansPaidBy(
  db: Db,
  { manualId, after, limit }: { manualId: string; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        ...[eq(subscriptions.manualId, manualId), eq(subscriptions.kind, 'base'), isNull(subscriptions.endedAt)],
        after === null ? undefined : gt(subscriptions.id, after),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(limit);
  return rows.map((row) => row.id);
}
