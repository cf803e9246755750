import { and, asc, count, eq, gt, inArray, isNull, ne } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { billingEvents, type BillingEventRow, type SubscriptionRow, subscriptions } from './billing.table.ts';
import { type PlanMoveRow, planMoves, trialMarks } from './migrate-version.table.ts';

/** Not over, and begun. */
const held = and(isNull(subscriptions.endedAt), ne(subscriptions.state, 'incomplete'));

export async function countHolders(db: Db, planId: string): Promise<{ version: number; count: number }[]> {
  return db
    .select({ version: subscriptions.version, count: count() })
    .from(subscriptions)
    .where(and(eq(subscriptions.planId, planId), held))
    .groupBy(subscriptions.version);
}
/** Ids in their order; `after`: the last one of those before. */
export async function holdersOf(
  db: Db,
  of: { planId: string; version: number; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.planId, of.planId),
        eq(subscriptions.version, of.version),
        held,
        of.after === null ? undefined : gt(subscriptions.id, of.after),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(of.limit);
  return rows.map((row) => row.id);
}

export const movesOf = (db: Db, planId: string): Promise<PlanMoveRow[]> =>
  db.select().from(planMoves).where(eq(planMoves.planId, planId));
export async function moveFrom(db: Db, of: Pick<SubscriptionRow, 'planId' | 'version'>): Promise<PlanMoveRow | null> {
  const [row] = await db
    .select()
    .from(planMoves)
    .where(and(eq(planMoves.planId, of.planId), eq(planMoves.fromVersion, of.version)));
  return row ?? null;
}
export async function moveById(db: Db, id: string): Promise<PlanMoveRow | null> {
  const [row] = await db.select().from(planMoves).where(eq(planMoves.id, id));
  return row ?? null;
}
/** False when that version is moved already. */
export async function insertMove(tx: Db, row: PlanMoveRow): Promise<boolean> {
  const made = await tx.insert(planMoves).values(row).onConflictDoNothing().returning({ id: planMoves.id });
  return made.length > 0;
}
/** The announcements of moves to a subscription, with their times. */
export const toldOf = (db: Db, subscriptionId: string): Promise<Pick<BillingEventRow, 'data' | 'at'>[]> =>
  db
    .select({ data: billingEvents.data, at: billingEvents.at })
    .from(billingEvents)
    .where(and(eq(billingEvents.subscriptionId, subscriptionId), eq(billingEvents.kind, 'subscription.version_told')));

export type Mark = { kind: 'mail' | 'card'; mark: string };
/** Whether any of the marks is there. */
export async function anyMark(db: Db, of: { sellerId: string; marks: readonly Mark[] }): Promise<boolean> {
  if (of.marks.length === 0) return false;
  const rows = await db
    .select({ mark: trialMarks.mark })
    .from(trialMarks)
    .where(
      and(
        eq(trialMarks.sellerId, of.sellerId),
        inArray(
          trialMarks.mark,
          of.marks.map((one) => one.mark),
        ),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
/** False when one of them was there: of two who begin at once with the same card, one does. */
export async function insertMarks(tx: Db, of: { sellerId: string; marks: readonly Mark[]; at: Date }): Promise<boolean> {
  if (of.marks.length === 0) return true;
  const rows = of.marks.map((one) => ({ ...one, sellerId: of.sellerId, madeAt: of.at }));
  const made = await tx.insert(trialMarks).values(rows).onConflictDoNothing().returning({ mark: trialMarks.mark });
  return made.length === rows.length;
}
