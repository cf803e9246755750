/** What customers of resellers bought. */
import { and, asc, desc, eq, inArray, isNull, lt, ne, notInArray, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { accountsSql } from '#core/accounts/server/accounts.sql.ts';
import {
  billingEvents,
  type BillingEventRow,
  subscriptionPeriods,
  type SubscriptionRow,
  subscriptions,
} from './billing.table.ts';
import { invoices } from './invoices.table.ts';

const over = ['incomplete_expired', 'canceled'] as const;
const customersOf = (vendorId: string) => sql`(select a.id from ${accountsSql} a where a.vendor_account_id = ${vendorId})`;

/** `turn`: how often something came to it, as it was read. */
export type BegunRow = { subscription: SubscriptionRow; startsAt: Date; endsAt: Date; turn: number };
/** Periods of what a vendor sold that began before an instant, however long ago, and may still be owed for, in the order of customers. */
export const owedPeriods = (db: Db, of: { sellerId: string; until: Date }) =>
  db
    .select({
      subscription: subscriptions,
      startsAt: subscriptionPeriods.startsAt,
      endsAt: subscriptionPeriods.endsAt,
      turn: subscriptionPeriods.owedTurn,
    })
    .from(subscriptionPeriods)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionPeriods.subscriptionId))
    .where(
      and(
        eq(subscriptionPeriods.owedBy, of.sellerId),
        eq(subscriptions.sellerId, of.sellerId),
        lt(subscriptionPeriods.startsAt, of.until),
      ),
    )
    .orderBy(asc(subscriptions.accountId), asc(subscriptions.id), asc(subscriptionPeriods.startsAt));

export type OwedPeriod = { subscriptionId: string; startsAt: Date; turn: number };
/** Puts away periods of which everything is charged; one to which something came meanwhile, or is just coming, stays. */
export async function putAwayPeriods(tx: Db, rows: readonly OwedPeriod[]): Promise<void> {
  if (rows.length === 0) return;
  const [ids, starts, turns] = [
    rows.map((row) => row.subscriptionId),
    rows.map((row) => row.startsAt.toISOString()),
    rows.map((row) => row.turn),
  ];
  await tx.execute(sql`with done as (
      select p.subscription_id, p.starts_at from unnest(${sql.param(ids)}::uuid[], ${sql.param(starts)}::timestamptz[], ${sql.param(turns)}::integer[])
        as o(id, at, turn) join subscription_periods p on p.subscription_id = o.id and p.starts_at = o.at and p.owed_turn = o.turn
      for update of p skip locked)
    update subscription_periods p set owed_by = null from done where p.subscription_id = done.subscription_id and p.starts_at = done.starts_at`);
}

/** Notes of changes of these subscriptions, in the order in which they were made. */
export const changeNotesOf = (db: Db, subscriptionIds: readonly string[]): Promise<BillingEventRow[]> =>
  notesOf(db, subscriptionIds, 'subscription.changed');
/** Notes of days that their seller gave on top of a period. */
export const extensionNotesOf = (db: Db, subscriptionIds: readonly string[]): Promise<BillingEventRow[]> =>
  notesOf(db, subscriptionIds, 'subscription.extended');
async function notesOf(db: Db, subscriptionIds: readonly string[], kind: string): Promise<BillingEventRow[]> {
  if (subscriptionIds.length === 0) return [];
  return db
    .select()
    .from(billingEvents)
    .where(and(inArray(billingEvents.subscriptionId, [...subscriptionIds]), eq(billingEvents.kind, kind)))
    .orderBy(asc(billingEvents.turn));
}

/** Subscriptions of the customers of a vendor that are not over, newest first. */
export const subscriptionsUnder = (
  db: Db,
  vendorId: string,
  page: { before: string | null; limit: number },
): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(subscriptions)
    .where(
      and(
        sql`${subscriptions.accountId} in ${customersOf(vendorId)}`,
        notInArray(subscriptions.state, [...over]),
        page.before === null ? undefined : lt(subscriptions.id, page.before),
      ),
    )
    .orderBy(desc(subscriptions.id))
    .limit(page.limit);

/** Whether anything that the seller sold still runs. */
export async function anySoldBy(db: Db, of: { sellerId: string; vendorId: string }): Promise<boolean> {
  const [row] = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.sellerId, of.sellerId),
        isNull(subscriptions.endedAt),
        sql`(${subscriptions.sellerId} = ${of.vendorId} or ${subscriptions.accountId} in ${customersOf(of.vendorId)})`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Net of the credit notes on an invoice. */
export async function netCredited(db: Db, invoiceId: string): Promise<bigint> {
  const [row] = await db
    .select({ net: sql<string>`coalesce(sum(${invoices.net}), 0)` })
    .from(invoices)
    .where(and(eq(invoices.refersTo, invoiceId), ne(invoices.state, 'void')));
  return BigInt(row?.net ?? 0);
}
export const numbersOf = (db: Db, ids: readonly string[]): Promise<{ id: string; number: string | null }[]> =>
  db
    .select({ id: invoices.id, number: invoices.number })
    .from(invoices)
    .where(inArray(invoices.id, [...ids]));
export async function subscriptionsByIds(db: Db, ids: readonly string[]): Promise<SubscriptionRow[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.id, [...new Set(ids)]));
}
