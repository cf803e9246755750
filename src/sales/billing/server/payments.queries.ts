import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { paymentMachine } from '../billing.rules.ts';
import { sourcesOf } from '../machine.rules.ts';
import { billingEvents } from './billing.table.ts';
import { balanceEntries, journalEntries, journalLines, type PaymentRow, payments, providerEvents } from './invoices.table.ts';
import { cardSetups } from './methods.table.ts';

/** Nobody knows yet how these end. */
export const undecided = ['created', 'requires_action', 'processing', 'unknown', 'awaiting_transfer', 'reported'] as const;

export async function paymentById(db: Db, id: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row ?? null;
}
export async function paymentByRef(
  db: Db,
  of: { provider: 'card' | 'transfer' | 'none'; ref: string },
): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, of.provider), eq(payments.ref, of.ref)));
  return row ?? null;
}
export async function lockPayment(tx: Db, id: string): Promise<PaymentRow | null> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  return row ?? null;
}
export async function undecidedOf(db: Db, invoiceId: string): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.invoiceId, invoiceId), inArray(payments.state, [...undecided])));
  return row ?? null;
}
/** When somebody first said of a claim that it is paid. */
export async function firstReportedAt(db: Db, invoiceId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: billingEvents.at })
    .from(billingEvents)
    .where(and(eq(billingEvents.invoiceId, invoiceId), eq(billingEvents.kind, 'payment.reported')))
    .orderBy(asc(billingEvents.at))
    .limit(1);
  return row?.at ?? null;
}
export const paymentsOf = (db: Db, invoiceId: string): Promise<PaymentRow[]> =>
  db.select().from(payments).where(eq(payments.invoiceId, invoiceId)).orderBy(desc(payments.id));
export async function insertPayment(tx: Db, row: typeof payments.$inferInsert): Promise<PaymentRow> {
  const [kept] = await tx.insert(payments).values(row).returning();
  if (kept === undefined) throw new Error('nothing was kept');
  return kept;
}
export type PaymentChange = Partial<Omit<PaymentRow, 'id' | 'accountId' | 'sellerId' | 'invoiceId' | 'createdAt' | 'revision'>>;
/** A state is written only over one that the machine leads from to it. */
export async function changePayment(tx: Db, id: string, change: PaymentChange): Promise<PaymentRow> {
  const [kept] = await tx
    .update(payments)
    .set({ ...change, revision: sql`${payments.revision} + 1` })
    .where(
      and(
        eq(payments.id, id),
        change.state === undefined ? undefined : inArray(payments.state, sourcesOf(paymentMachine, change.state)),
      ),
    )
    .returning();
  if (kept === undefined) throw new Error(`no step of payment ${id} leads to ${change.state ?? 'that'}`);
  return kept;
}
/** Without another word about it. */
export async function touchPayment(tx: Db, id: string, at: Date): Promise<void> {
  await tx
    .update(payments)
    .set({ changedAt: at })
    .where(and(eq(payments.id, id), inArray(payments.state, [...undecided])));
}
export const countReported = async (db: Db, sellerId: string): Promise<number> => {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(payments)
    .where(and(eq(payments.sellerId, sellerId), eq(payments.state, 'reported')));
  return row?.n ?? 0;
};
/** With the provider, and untouched since then. */
export const staleAt = (db: Db, before: Date): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.provider, 'card'),
        inArray(payments.state, ['created', 'requires_action', 'processing', 'unknown']),
        lt(payments.changedAt, before),
      ),
    )
    .orderBy(asc(payments.changedAt))
    .limit(200);

/** False when it was there already. */
export async function keepProviderEvent(tx: Db, row: typeof providerEvents.$inferInsert): Promise<boolean> {
  const kept = await tx.insert(providerEvents).values(row).onConflictDoNothing().returning({ id: providerEvents.eventId });
  return kept.length > 0;
}
export async function providerEventById(
  db: Db,
  of: { provider: string; eventId: string },
): Promise<typeof providerEvents.$inferSelect | null> {
  const [row] = await db
    .select()
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, of.provider), eq(providerEvents.eventId, of.eventId)));
  return row ?? null;
}
/** The card provider's events about these payments, by our id of each or by its own. */
export async function providerEventsOf(
  db: Db,
  of: { ids: readonly string[]; refs: readonly string[] },
): Promise<(typeof providerEvents.$inferSelect)[]> {
  if (of.ids.length === 0) return [];
  const refs = [...of.refs];
  const named = refs.length === 0 ? [] : [inArray(providerEvents.paymentRef, refs), inArray(providerEvents.objectId, refs)];
  return db
    .select()
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, 'card'), or(inArray(providerEvents.paymentId, [...of.ids]), ...named)))
    .orderBy(asc(providerEvents.receivedAt))
    .limit(200);
}
/** What nobody could take in, and was not tried since then; what waited longest comes first. */
export const waitingNews = (db: Db, before: Date): Promise<(typeof providerEvents.$inferSelect)[]> => {
  const lastTry = sql`coalesce(${providerEvents.triedAt}, ${providerEvents.receivedAt})`;
  return db
    .select()
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, 'card'), isNull(providerEvents.handledAt), sql`${lastTry} < ${before}`))
    .orderBy(lastTry)
    .limit(200);
};
export async function touchNews(tx: Db, of: { provider: string; eventId: string }, triedAt: Date): Promise<void> {
  await tx
    .update(providerEvents)
    .set({ triedAt })
    .where(and(eq(providerEvents.provider, of.provider), eq(providerEvents.eventId, of.eventId)));
}
/** How many cards were refused on pages of an account since then, of payments and of cards to keep, by the provider's news. */
export async function declinesOf(db: Db, of: { accountId: string; since: Date }): Promise<number> {
  const refused = (kind: string) => and(eq(providerEvents.kind, kind), gt(providerEvents.receivedAt, of.since));
  const n = { n: sql<number>`count(*)::int` };
  const [paying] = await db
    .select(n)
    .from(providerEvents)
    .innerJoin(payments, eq(payments.id, providerEvents.paymentId))
    .where(and(eq(payments.accountId, of.accountId), eq(payments.offSession, false), refused('payment_intent.payment_failed')));
  const [keeping] = await db
    .select(n)
    .from(providerEvents)
    .innerJoin(cardSetups, eq(cardSetups.id, providerEvents.paymentId))
    .where(and(eq(cardSetups.accountId, of.accountId), refused('setup_intent.setup_failed')));
  return (paying?.n ?? 0) + (keeping?.n ?? 0);
}
/** When the provider's last event came. */
export async function lastNewsAt(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ at: providerEvents.receivedAt })
    .from(providerEvents)
    .orderBy(desc(providerEvents.receivedAt))
    .limit(1);
  return row?.at ?? null;
}
/** The first charge that succeeded after then, of the last days. */
export async function chargedSince(db: Db, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ at: payments.settledAt })
    .from(payments)
    .where(and(eq(payments.provider, 'card'), eq(payments.state, 'succeeded'), gt(payments.settledAt, after)))
    .orderBy(asc(payments.settledAt))
    .limit(1);
  return row?.at ?? null;
}
export async function closeProviderEvent(
  tx: Db,
  of: { provider: string; eventId: string },
  as: { at: Date; trouble: string | null },
): Promise<void> {
  await tx
    .update(providerEvents)
    .set({ handledAt: as.at, trouble: as.trouble })
    .where(and(eq(providerEvents.provider, of.provider), eq(providerEvents.eventId, of.eventId)));
}

export async function insertBalance(tx: Db, row: typeof balanceEntries.$inferInsert): Promise<void> {
  await tx.insert(balanceEntries).values(row);
}
/** Whether money for a payment that was given up was booked already. */
export async function isBookedLate(db: Db, paymentId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: balanceEntries.id })
    .from(balanceEntries)
    .where(and(eq(balanceEntries.paymentId, paymentId), eq(balanceEntries.cause, 'late')));
  return row !== undefined;
}
/** What of a payment is the account's, in minor units: it was more than due, or came late, and no bank took it back. */
export async function excessOf(db: Db, paymentId: string): Promise<bigint> {
  const [row] = await db
    .select({ amount: sql<string>`coalesce(sum(${balanceEntries.amount}), 0)` })
    .from(balanceEntries)
    .where(and(eq(balanceEntries.paymentId, paymentId), inArray(balanceEntries.cause, ['overpaid', 'late', 'reversed'])));
  return BigInt(row?.amount ?? 0);
}
type Holder = { accountId: string; sellerId: string; currency: string };
export async function balanceOf(db: Db, of: Holder): Promise<bigint> {
  const [row] = await db
    .select({ amount: sql<string>`coalesce(sum(${balanceEntries.amount}), 0)` })
    .from(balanceEntries)
    .where(
      and(
        eq(balanceEntries.accountId, of.accountId),
        eq(balanceEntries.sellerId, of.sellerId),
        eq(balanceEntries.currency, of.currency),
      ),
    );
  return BigInt(row?.amount ?? 0);
}
export async function balancesOf(db: Db, accountId: string): Promise<{ currency: string; amount: bigint }[]> {
  const rows = await db
    .select({ currency: balanceEntries.currency, amount: sql<string>`sum(${balanceEntries.amount})` })
    .from(balanceEntries)
    .where(eq(balanceEntries.accountId, accountId))
    .groupBy(balanceEntries.currency);
  return rows.map((row) => ({ currency: row.currency, amount: BigInt(row.amount) })).filter((row) => row.amount !== 0n);
}
/** Until the transaction ends nobody else takes from the balances of that account. */
export async function holdBalance(tx: Db, accountId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('balance ' || ${accountId}, 0))`);
}

export async function insertEntry(
  tx: Db,
  entry: typeof journalEntries.$inferInsert,
  lines: readonly Omit<typeof journalLines.$inferInsert, 'entryId' | 'position'>[],
): Promise<void> {
  await tx.insert(journalEntries).values(entry);
  await tx.insert(journalLines).values(lines.map((line, position) => ({ ...line, entryId: entry.id, position })));
}
