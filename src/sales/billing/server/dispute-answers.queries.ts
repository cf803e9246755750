import { and, asc, count, desc, eq, inArray, isNull, lt, lte, ne, notExists, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { type DisputeAnswerRow, disputeAnswers } from './dispute-answers.table.ts';
import { payments } from './invoices.table.ts';
import { type DisputeRow, disputes } from './refunds.table.ts';

/** Null when something was said already that was not refused. */
export async function insertAnswer(tx: Db, row: typeof disputeAnswers.$inferInsert): Promise<DisputeAnswerRow | null> {
  const [kept] = await tx.insert(disputeAnswers).values(row).onConflictDoNothing().returning();
  return kept ?? null;
}
export async function answerById(db: Db, id: string): Promise<DisputeAnswerRow | null> {
  const [row] = await db.select().from(disputeAnswers).where(eq(disputeAnswers.id, id));
  return row ?? null;
}
export async function lockAnswer(tx: Db, id: string): Promise<DisputeAnswerRow | null> {
  const [row] = await tx.select().from(disputeAnswers).where(eq(disputeAnswers.id, id)).for('update');
  return row ?? null;
}
export async function changeAnswer(
  tx: Db,
  id: string,
  change: Partial<Pick<DisputeAnswerRow, 'state' | 'failure' | 'settledAt' | 'changedAt'>>,
): Promise<void> {
  await tx.update(disputeAnswers).set(change).where(eq(disputeAnswers.id, id));
}
/** The newest of a dispute. */
export async function answerOf(db: Db, disputeId: string): Promise<DisputeAnswerRow | null> {
  const [row] = await db
    .select()
    .from(disputeAnswers)
    .where(eq(disputeAnswers.disputeId, disputeId))
    .orderBy(desc(disputeAnswers.id))
    .limit(1);
  return row ?? null;
}
/** Those that the provider did not say anything about since then. */
export const sendingAnswers = (db: Db, before: Date): Promise<DisputeAnswerRow[]> =>
  db
    .select()
    .from(disputeAnswers)
    .where(and(eq(disputeAnswers.state, 'sending'), lt(disputeAnswers.changedAt, before)))
    .orderBy(asc(disputeAnswers.changedAt))
    .limit(100);
/** Answers name people of the account, so their texts are not kept longer than the account. */
export async function emptyAnswersOf(tx: Db, accountId: string): Promise<void> {
  const theirs = tx.select({ id: disputes.id }).from(disputes).where(eq(disputes.accountId, accountId));
  await tx.update(disputeAnswers).set({ texts: {} }).where(inArray(disputeAnswers.disputeId, theirs));
}

export async function disputeById(db: Db, id: string): Promise<DisputeRow | null> {
  const [row] = await db.select().from(disputes).where(eq(disputes.id, id));
  return row ?? null;
}
/** The newest of a payment, locked until the transaction ends. */
export async function lockDisputeOf(tx: Db, paymentId: string): Promise<DisputeRow | null> {
  const [row] = await tx
    .select()
    .from(disputes)
    .where(eq(disputes.paymentId, paymentId))
    .orderBy(desc(disputes.id))
    .limit(1)
    .for('update');
  return row ?? null;
}
/** Open ones that end between the two, of which nobody was reminded, and without an answer, sent or on its way. */
export const disputesDue = (db: Db, { now, until }: { now: Date; until: Date }): Promise<DisputeRow[]> => {
  const said = and(eq(disputeAnswers.disputeId, disputes.id), ne(disputeAnswers.state, 'refused'));
  return db
    .select()
    .from(disputes)
    .where(
      and(
        eq(disputes.state, 'open'),
        isNull(disputes.answeredAt),
        isNull(disputes.remindedAt),
        lte(disputes.dueAt, until),
        sql`${disputes.dueAt} > ${now.toISOString()}::timestamptz`,
        notExists(db.select({ one: sql`1` }).from(disputeAnswers).where(said)),
      ),
    )
    .orderBy(asc(disputes.dueAt))
    .limit(200);
};
/** How many payments of an account came and stayed, before a moment. */
export async function keptPayments(db: Db, { accountId, before }: { accountId: string; before: Date }): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(payments)
    .where(and(eq(payments.accountId, accountId), eq(payments.state, 'succeeded'), lt(payments.createdAt, before)));
  return row?.n ?? 0;
}
