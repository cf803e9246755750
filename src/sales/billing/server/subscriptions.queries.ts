import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import {
  billingEvents,
  type BillingEventRow,
  billingQuotes,
  subscriptionPeriods,
  type SubscriptionRow,
  subscriptions,
} from './billing.table.ts';
import { subscriptionMachine } from '../billing.rules.ts';
import { sourcesOf } from '../machine.rules.ts';

const over = ['incomplete_expired', 'canceled'] as const;

export async function subscriptionById(db: Db, id: string): Promise<SubscriptionRow | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row ?? null;
}
/** Locked until the transaction ends. */
export async function lockSubscription(tx: Db, id: string): Promise<SubscriptionRow | null> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update');
  return row ?? null;
}
/** The base subscription that is not over; null when there is none. */
export async function liveBaseOf(db: Db, accountId: string): Promise<SubscriptionRow | null> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(
      and(eq(subscriptions.accountId, accountId), eq(subscriptions.kind, 'base'), notInArray(subscriptions.state, [...over])),
    );
  return row ?? null;
}
/** Plans and passes in other currencies that were begun and not paid, in the order of their ids. */
export const begunElsewhere = (db: Db, of: { accountId: string; currency: string }): Promise<{ id: string }[]> =>
  db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.accountId, of.accountId),
        eq(subscriptions.state, 'incomplete'),
        ne(subscriptions.currency, of.currency),
      ),
    )
    .orderBy(asc(subscriptions.id));
/** Locks all of an account that are not over, in the order in which everybody does who locks more than one. */
export async function holdLive(tx: Db, accountId: string): Promise<void> {
  await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.accountId, accountId), isNull(subscriptions.endedAt)))
    .orderBy(asc(subscriptions.id))
    .for('update');
}
/** The newest one that is over. */
export async function lastBaseOf(db: Db, accountId: string): Promise<SubscriptionRow | null> {
  const [row] = await db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.accountId, accountId), eq(subscriptions.kind, 'base'), eq(subscriptions.state, 'canceled')))
    .orderBy(desc(subscriptions.id))
    .limit(1);
  return row ?? null;
}
/** What was called off before its day never was had. */
const begun = or(isNotNull(subscriptions.periodStart), isNotNull(subscriptions.trialEnd));
/** Whether the account ever had a trial of a plan or paid for one; a pass is none. */
export async function hadPlan(db: Db, accountId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.accountId, accountId),
        eq(subscriptions.kind, 'base'),
        notInArray(subscriptions.state, ['incomplete', 'incomplete_expired']),
        begun,
      ),
    )
    .limit(1);
  return row !== undefined;
}
/** Whether a purchase of the account used that coupon, other than one that was never paid. */
export async function hadCoupon(db: Db, of: { accountId: string; couponId: string }): Promise<boolean> {
  const [row] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.accountId, of.accountId),
        eq(subscriptions.couponId, of.couponId),
        notInArray(subscriptions.state, ['incomplete', 'incomplete_expired']),
        begun,
      ),
    )
    .limit(1);
  return row !== undefined;
}
export async function insertSubscription(tx: Db, row: typeof subscriptions.$inferInsert): Promise<SubscriptionRow> {
  const [kept] = await tx.insert(subscriptions).values(row).returning();
  if (kept === undefined) throw new Error('nothing was kept');
  return kept;
}
export type SubscriptionChange = Partial<Omit<SubscriptionRow, 'id' | 'accountId' | 'sellerId' | 'createdAt' | 'revision'>>;
/** Ids of those whose changes owe a credit note. */
export async function withGivesBack(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(sql`${subscriptions.givesBack} <> '[]'::jsonb`)
    .limit(limit);
  return rows.map((row) => row.id);
}
/**
 * A void claim took one of the periods that a coupon counts for: it counts for another one, unless the period was had all the same. Nothing
 * happens where the claim is not void, or no coupon took anything off it.
 */
export async function freeCouponPeriod(tx: Db, { id, invoiceId }: { id: string; invoiceId: string }): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ couponLeft: sql`${subscriptions.couponLeft} + 1` })
    .where(
      and(
        eq(subscriptions.id, id),
        isNull(subscriptions.endedAt),
        sql`exists (select 1 from invoices i where i.id = ${invoiceId} and i.state = 'void' and i.cause in ('start', 'period') and i.discount_total > 0)`,
        sql`not exists (select 1 from subscription_periods p where p.invoice_id = ${invoiceId})`,
      ),
    );
}
/** A state is written only over one that the machine leads from to it. */
/** A seller's own way to pay is one of those without a card. */
const byTransferOnly = (change: SubscriptionChange): SubscriptionChange =>
  change.payBy === undefined || change.payBy === 'transfer' ? change : { ...change, manualId: null };
/** When the engine looks again is seen by nobody, so it makes no page stale. */
const isSeen = (change: SubscriptionChange): boolean => Object.keys(change).some((name) => name !== 'nextAt');
export async function changeSubscription(tx: Db, id: string, change: SubscriptionChange): Promise<SubscriptionRow> {
  const [kept] = await tx
    .update(subscriptions)
    .set({ ...byTransferOnly(change), ...(isSeen(change) && { revision: sql`${subscriptions.revision} + 1` }) })
    .where(
      and(
        eq(subscriptions.id, id),
        change.state === undefined
          ? undefined
          : inArray(subscriptions.state, [change.state, ...sourcesOf(subscriptionMachine, change.state)]),
      ),
    )
    .returning();
  if (kept === undefined) throw new Error(`no step of subscription ${id} leads to ${change.state ?? 'that'}`);
  return kept;
}

/** Those that the engine has to look at, the oldest first; others' are left to them. */
export const claimDue = (tx: Db, now: Date, limit: number): Promise<SubscriptionRow[]> =>
  tx
    .select()
    .from(subscriptions)
    .where(and(isNotNull(subscriptions.nextAt), lte(subscriptions.nextAt, now)))
    .orderBy(asc(subscriptions.nextAt), asc(subscriptions.id))
    .limit(limit)
    .for('update', { skipLocked: true });

export async function insertPeriod(tx: Db, row: typeof subscriptionPeriods.$inferInsert): Promise<void> {
  await tx.insert(subscriptionPeriods).values(row);
}

/** Ends a period early. False, and nothing changed, if it would have no length. */
export async function cutPeriod(tx: Db, of: { subscriptionId: string; startsAt: Date; endsAt: Date }): Promise<boolean> {
  const kept = await tx
    .update(subscriptionPeriods)
    .set({ endsAt: of.endsAt })
    .where(
      and(
        eq(subscriptionPeriods.subscriptionId, of.subscriptionId),
        eq(subscriptionPeriods.startsAt, of.startsAt),
        lt(subscriptionPeriods.startsAt, of.endsAt),
      ),
    )
    .returning({ id: subscriptionPeriods.subscriptionId });
  return kept.length > 0;
}
/** Another end of a period, later or earlier. */
export async function movePeriodEnd(tx: Db, of: { subscriptionId: string; startsAt: Date; endsAt: Date }): Promise<void> {
  await tx
    .update(subscriptionPeriods)
    .set({ endsAt: of.endsAt })
    .where(and(eq(subscriptionPeriods.subscriptionId, of.subscriptionId), eq(subscriptionPeriods.startsAt, of.startsAt)));
}
export const periodsOf = (db: Db, subscriptionId: string): Promise<(typeof subscriptionPeriods.$inferSelect)[]> =>
  db
    .select()
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.subscriptionId, subscriptionId))
    .orderBy(asc(subscriptionPeriods.startsAt));

export async function insertEvents(tx: Db, rows: readonly (typeof billingEvents.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(billingEvents).values([...rows]);
}
/** Newest first, in the order in which it was written where the millisecond is the same. */
const newest = [desc(billingEvents.at), desc(billingEvents.turn)] as const;
/** Of an invoice, or of a payment. */
export const eventsOf = (db: Db, of: { invoiceId: string } | { paymentId: string }): Promise<BillingEventRow[]> =>
  db
    .select()
    .from(billingEvents)
    .where('invoiceId' in of ? eq(billingEvents.invoiceId, of.invoiceId) : eq(billingEvents.paymentId, of.paymentId))
    .orderBy(...newest)
    .limit(200);
export const eventsOfSubscriptions = (db: Db, ids: readonly string[]): Promise<BillingEventRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(billingEvents)
        .where(inArray(billingEvents.subscriptionId, [...ids]))
        .orderBy(...newest)
        .limit(200);

/** Whether it was ever asked for money. */
export async function wasClaimed(db: Db, subscriptionId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: billingEvents.id })
    .from(billingEvents)
    .where(and(eq(billingEvents.subscriptionId, subscriptionId), eq(billingEvents.kind, 'invoice.finalized')))
    .limit(1);
  return row !== undefined;
}

export async function insertQuote(tx: Db, row: typeof billingQuotes.$inferInsert): Promise<void> {
  await tx.insert(billingQuotes).values(row);
}
export async function lockQuote(
  tx: Db,
  of: { id: string; accountId: string },
): Promise<typeof billingQuotes.$inferSelect | null> {
  const [row] = await tx
    .select()
    .from(billingQuotes)
    .where(and(eq(billingQuotes.id, of.id), eq(billingQuotes.accountId, of.accountId)))
    .for('update');
  return row ?? null;
}
export async function findQuote(
  db: Db,
  of: { id: string; accountId: string },
): Promise<typeof billingQuotes.$inferSelect | null> {
  const [row] = await db
    .select()
    .from(billingQuotes)
    .where(and(eq(billingQuotes.id, of.id), eq(billingQuotes.accountId, of.accountId)));
  return row ?? null;
}
export async function useQuote(tx: Db, id: string, at: Date): Promise<void> {
  await tx.update(billingQuotes).set({ usedAt: at }).where(eq(billingQuotes.id, id));
}
export async function dropOldQuotes(tx: Db, before: Date): Promise<void> {
  await tx.delete(billingQuotes).where(lte(billingQuotes.expiresAt, before));
}

/** Work within a transaction that may fail by itself: what it did is taken back then, and the rest of the transaction goes on. */
export async function apart<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`savepoint apart`);
  try {
    const done = await work();
    await tx.execute(sql`release savepoint apart`);
    return done;
  } catch (error) {
    await tx.execute(sql`rollback to savepoint apart`);
    // one may stand within another
    await tx.execute(sql`release savepoint apart`);
    throw error;
  }
}
