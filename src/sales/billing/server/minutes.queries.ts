import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { subscriptionPeriods, type SubscriptionRow, subscriptions } from './billing.table.ts';
import { invoiceLines, invoices, invoiceTaxes, type TaxFacts } from './invoices.table.ts';
import { type MinuteChargeRow, minuteCharges } from './minutes.table.ts';

/** Rows of one month of a subscription, in the order in which they were made. */
export const chargesOfMonth = (db: Db, of: { subscriptionId: string; month: string }): Promise<MinuteChargeRow[]> =>
  db
    .select()
    .from(minuteCharges)
    .where(and(eq(minuteCharges.subscriptionId, of.subscriptionId), eq(minuteCharges.month, of.month)))
    .orderBy(asc(minuteCharges.turn));

export async function insertMinuteCharge(tx: Db, row: MinuteChargeRow): Promise<void> {
  await tx.insert(minuteCharges).values(row);
}

/** What stands on no invoice, or on one that is void. */
const waiting = and(ne(minuteCharges.amount, 0n), or(isNull(minuteCharges.invoiceId), eq(invoices.state, 'void')));
/** What of a subscription waits for an invoice, the oldest first. */
export async function waitingCharges(db: Db, subscriptionId: string): Promise<MinuteChargeRow[]> {
  const rows = await db
    .select({ charge: minuteCharges })
    .from(minuteCharges)
    .leftJoin(invoices, eq(invoices.id, minuteCharges.invoiceId))
    .where(and(eq(minuteCharges.subscriptionId, subscriptionId), waiting))
    .orderBy(asc(minuteCharges.month), asc(minuteCharges.turn))
    .limit(200);
  return rows.map((row) => row.charge);
}

/** Says on which invoice they stand; null: on none any more, which only a claim without a number allows. */
export async function putOnInvoice(tx: Db, ids: readonly string[], invoiceId: string | null): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(minuteCharges)
      .set({ invoiceId })
      .where(inArray(minuteCharges.id, [...ids]));
}

/** The tax that was asked for the minutes of a month; null when none was yet. */
export async function taxOfMonth(
  db: Db,
  of: { subscriptionId: string; month: string },
): Promise<(Pick<TaxFacts, 'category' | 'rate' | 'code'> & { invoiceId: string }) | null> {
  const [row] = await db
    .select({ category: invoiceLines.category, rate: invoiceLines.rate, code: invoiceTaxes.code, invoiceId: invoices.id })
    .from(minuteCharges)
    .innerJoin(invoices, and(eq(invoices.id, minuteCharges.invoiceId), ne(invoices.state, 'void')))
    .innerJoin(invoiceLines, and(eq(invoiceLines.invoiceId, invoices.id), eq(invoiceLines.kind, 'minutes')))
    .innerJoin(
      invoiceTaxes,
      and(
        eq(invoiceTaxes.invoiceId, invoices.id),
        eq(invoiceTaxes.category, invoiceLines.category),
        eq(invoiceTaxes.rate, invoiceLines.rate),
      ),
    )
    .where(
      and(eq(minuteCharges.subscriptionId, of.subscriptionId), eq(minuteCharges.month, of.month), gt(minuteCharges.amount, 0n)),
    )
    .orderBy(asc(minuteCharges.turn))
    .limit(1);
  return row ?? null;
}

/** Plans that an account had from a moment on, in order, each with the beginning of what it paid for first. */
export async function heldSince(
  db: Db,
  of: { accountId: string; since: Date },
): Promise<{ row: SubscriptionRow; firstAt: Date }[]> {
  const first = sql<Date>`min(${subscriptionPeriods.startsAt})`.mapWith(subscriptionPeriods.startsAt);
  return db
    .select({ row: subscriptions, firstAt: first })
    .from(subscriptions)
    .innerJoin(subscriptionPeriods, eq(subscriptionPeriods.subscriptionId, subscriptions.id))
    .where(
      and(
        eq(subscriptions.accountId, of.accountId),
        eq(subscriptions.kind, 'base'),
        or(isNull(subscriptions.endedAt), gte(subscriptions.endedAt, of.since)),
      ),
    )
    .groupBy(subscriptions.id)
    .orderBy(first, asc(subscriptions.id));
}

/** Months of a subscription up to one, by its first day, for which a vendor may still owe, with all their rows; in the order of customers and months. */
export const chargesOfSeller = (
  db: Db,
  of: { sellerId: string; last: string },
): Promise<{ charge: MinuteChargeRow; subscription: SubscriptionRow }[]> =>
  db
    .select({ charge: minuteCharges, subscription: subscriptions })
    .from(minuteCharges)
    .innerJoin(subscriptions, eq(subscriptions.id, minuteCharges.subscriptionId))
    .where(
      sql`(${minuteCharges.subscriptionId}, ${minuteCharges.month}) in (select o.subscription_id, o.month from minute_charges o
        where o.owed_by = ${of.sellerId} and o.month <= ${of.last}::date)`,
    )
    .orderBy(asc(subscriptions.accountId), asc(subscriptions.id), asc(minuteCharges.month), asc(minuteCharges.turn));

/** Puts away what its vendor was charged for, or owes nothing for. */
export async function putAwayCharges(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(minuteCharges)
      .set({ owedBy: null })
      .where(inArray(minuteCharges.id, [...ids]));
}

/** Subscriptions with minutes that wait to be given back, after an id. */
export async function withBack(db: Db, of: { after: string | null; limit: number }): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: minuteCharges.subscriptionId })
    .from(minuteCharges)
    .leftJoin(invoices, eq(invoices.id, minuteCharges.invoiceId))
    .where(and(waiting, lt(minuteCharges.amount, 0n), of.after === null ? undefined : gt(minuteCharges.subscriptionId, of.after)))
    .orderBy(asc(minuteCharges.subscriptionId))
    .limit(of.limit);
  return rows.map((row) => row.id);
}
/**
 * Subscriptions whose minutes wait for an invoice that does not come soon: what is over, is not charged by itself, or has its next period
 * after `far`; and minutes that were left over since before `old`.
 */
export async function withoutInvoice(
  db: Db,
  of: { far: Date; old: Date; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: minuteCharges.subscriptionId })
    .from(minuteCharges)
    .innerJoin(subscriptions, eq(subscriptions.id, minuteCharges.subscriptionId))
    .leftJoin(invoices, eq(invoices.id, minuteCharges.invoiceId))
    .where(
      and(
        waiting,
        of.after === null ? undefined : gt(minuteCharges.subscriptionId, of.after),
        or(
          isNotNull(subscriptions.endedAt),
          notInArray(subscriptions.state, ['active', 'past_due', 'restricted']),
          eq(subscriptions.payBy, 'none'),
          eq(subscriptions.cancelAtEnd, true),
          gt(subscriptions.periodEnd, of.far),
          lt(minuteCharges.reckonedAt, of.old),
        ),
      ),
    )
    .groupBy(minuteCharges.subscriptionId)
    // what is only to be given back waits for something to set it off against
    .having(sql`sum(${minuteCharges.amount}) > 0`)
    .orderBy(asc(minuteCharges.subscriptionId))
    .limit(of.limit);
  return rows.map((row) => row.id);
}
