import { and, asc, desc, eq, inArray, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import type { PaymentRow } from './invoices.table.ts';
import { type DisputeRow, disputes, type RefundRow, refunds } from './refunds.table.ts';

/** Nobody knows yet how these end. */
export const openRefunds = ['created', 'processing', 'unknown'] as const;

export async function insertRefund(tx: Db, row: typeof refunds.$inferInsert): Promise<RefundRow> {
  const [kept] = await tx.insert(refunds).values(row).returning();
  if (kept === undefined) throw new Error('nothing was kept');
  return kept;
}
export async function refundById(db: Db, id: string): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row ?? null;
}
export async function lockRefund(tx: Db, id: string): Promise<RefundRow | null> {
  const [row] = await tx.select().from(refunds).where(eq(refunds.id, id)).for('update');
  return row ?? null;
}
export async function changeRefund(
  tx: Db,
  id: string,
  change: Partial<Pick<RefundRow, 'state' | 'ref' | 'failure' | 'valueDate' | 'bankRef' | 'settledAt' | 'changedAt'>>,
): Promise<RefundRow> {
  const [kept] = await tx.update(refunds).set(change).where(eq(refunds.id, id)).returning();
  if (kept === undefined) throw new Error('no such refund');
  return kept;
}
/** Of an invoice, or of a credit note: the oldest first. */
export const refundsOf = (db: Db, invoiceId: string): Promise<RefundRow[]> =>
  db
    .select()
    .from(refunds)
    .where(or(eq(refunds.invoiceId, invoiceId), eq(refunds.creditNoteId, invoiceId)))
    .orderBy(asc(refunds.id));
export const refundsOfPayment = (db: Db, paymentId: string): Promise<RefundRow[]> =>
  db.select().from(refunds).where(eq(refunds.paymentId, paymentId)).orderBy(asc(refunds.id));
/** What of a payment is gone, in minor units: sent back, or on its way, or taken by a bank. */
export async function goneOf(db: Db, { id, taken }: Pick<PaymentRow, 'id' | 'taken'>): Promise<bigint> {
  const [sent] = await db
    .select({ amount: sql<string>`coalesce(sum(${refunds.amount}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.paymentId, id), ne(refunds.state, 'failed')));
  return BigInt(sent?.amount ?? 0) + taken;
}
/** For how much disputes about a payment were lost, in minor units; not all of it may have been there to be taken. */
export async function lostOf(db: Db, paymentId: string): Promise<bigint> {
  const [lost] = await db
    .select({ amount: sql<string>`coalesce(sum(${disputes.amount}), 0)` })
    .from(disputes)
    .where(and(eq(disputes.paymentId, paymentId), eq(disputes.state, 'lost')));
  return BigInt(lost?.amount ?? 0);
}
/** With the card provider, and untouched since then. */
export const staleRefunds = (db: Db, before: Date): Promise<RefundRow[]> =>
  db
    .select()
    .from(refunds)
    .where(and(eq(refunds.provider, 'card'), inArray(refunds.state, [...openRefunds]), lt(refunds.changedAt, before)))
    .orderBy(asc(refunds.changedAt))
    .limit(200);
/** Transfers that somebody has to make. */
export async function countToRefund(db: Db, sellerId: string): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(refunds)
    .where(and(eq(refunds.sellerId, sellerId), eq(refunds.provider, 'transfer'), eq(refunds.state, 'created')));
  return row?.n ?? 0;
}

/** Null when it is known already. */
export async function insertDispute(tx: Db, row: typeof disputes.$inferInsert): Promise<DisputeRow | null> {
  const [kept] = await tx.insert(disputes).values(row).onConflictDoNothing().returning();
  return kept ?? null;
}
export async function lockDispute(tx: Db, ref: string): Promise<DisputeRow | null> {
  const [row] = await tx.select().from(disputes).where(eq(disputes.ref, ref)).for('update');
  return row ?? null;
}
export async function changeDispute(
  tx: Db,
  id: string,
  change: Partial<Pick<DisputeRow, 'state' | 'taken' | 'dueAt' | 'answeredAt' | 'remindedAt' | 'closedAt' | 'changedAt'>>,
): Promise<void> {
  await tx.update(disputes).set(change).where(eq(disputes.id, id));
}
/** Of the payments of an invoice, the newest first. */
export const disputesOf = (db: Db, invoiceId: string): Promise<DisputeRow[]> =>
  db.select().from(disputes).where(eq(disputes.invoiceId, invoiceId)).orderBy(desc(disputes.id));
export async function isDisputed(db: Db, paymentId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.paymentId, paymentId), eq(disputes.state, 'open')))
    .limit(1);
  return row !== undefined;
}
export const openDisputesBefore = (db: Db, before: Date): Promise<DisputeRow[]> =>
  db
    .select()
    .from(disputes)
    .where(and(eq(disputes.state, 'open'), lt(disputes.changedAt, before)))
    .orderBy(asc(disputes.changedAt))
    .limit(200);
export async function countDisputed(db: Db, sellerId: string): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(disputes)
    .where(and(eq(disputes.sellerId, sellerId), eq(disputes.state, 'open')));
  return row?.n ?? 0;
}
