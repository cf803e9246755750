/** Commissions, charges and statements. */
import { and, asc, desc, eq, gte, inArray, isNotNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { inPieces } from '#kit/server/db/pieces.ts';
import { commissionMachine } from '#sales/billing/billing.rules.ts';
import { sourcesOf } from '#sales/billing/machine.rules.ts';
import type { CommissionState } from '../resale.rules.ts';
import {
  type ChargeRow,
  type CommissionRow,
  commissions,
  resaleCharges,
  resaleSeries,
  resaleStatements,
  type StatementRow,
} from './resale.table.ts';

/** What stands for a claim: all but what was reversed, the oldest first. */
export const commissionsOf = (db: Db, invoiceId: string): Promise<CommissionRow[]> =>
  db
    .select()
    .from(commissions)
    .where(and(eq(commissions.invoiceId, invoiceId), ne(commissions.state, 'reversed')))
    .orderBy(asc(commissions.id));
export async function insertCommission(tx: Db, row: CommissionRow): Promise<void> {
  await tx.insert(commissions).values(row);
}
export async function moveCommissions(
  tx: Db,
  ids: readonly string[],
  to: { state: CommissionState; statementId?: string },
): Promise<void> {
  if (ids.length === 0) return;
  const changed = await tx
    .update(commissions)
    .set(to)
    .where(and(inArray(commissions.id, [...ids]), inArray(commissions.state, sourcesOf(commissionMachine, to.state))))
    .returning({ id: commissions.id });
  if (changed.length < ids.length) throw new Error(`not every commission may become ${to.state}`);
}
/** Locks those that are still to be locked. Returns how many. */
export async function lockCommissions(tx: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await tx
    .update(commissions)
    .set({ state: 'locked' })
    .where(and(inArray(commissions.id, [...ids]), eq(commissions.state, 'accrued')))
    .returning({ id: commissions.id });
  return rows.length;
}
export async function payCommissions(tx: Db, statementId: string): Promise<void> {
  await tx
    .update(commissions)
    .set({ state: 'paid' })
    .where(and(eq(commissions.statementId, statementId), eq(commissions.state, 'payable')));
}
/** Those whose time for a refund is over, the oldest first. */
export const dueCommissions = (db: Db, now: Date, limit: number): Promise<CommissionRow[]> =>
  db
    .select()
    .from(commissions)
    .where(and(eq(commissions.state, 'accrued'), lte(commissions.locksAt, now)))
    .orderBy(asc(commissions.locksAt), asc(commissions.id))
    .limit(limit);
/** Locked before an instant and on no statement yet. */
export const lockedOf = (db: Db, vendorId: string, until: Date): Promise<CommissionRow[]> =>
  db
    .select()
    .from(commissions)
    .where(and(eq(commissions.accountId, vendorId), eq(commissions.state, 'locked'), lt(commissions.locksAt, until)))
    .orderBy(asc(commissions.id));
export const onStatement = (db: Db, statementId: string): Promise<CommissionRow[]> =>
  db.select().from(commissions).where(eq(commissions.statementId, statementId)).orderBy(asc(commissions.id)).limit(5000);
/** What a vendor earned, by state and currency. */
export const commissionSums = (
  db: Db,
  vendorId: string,
): Promise<{ state: CommissionState; currency: string; amount: string; count: number }[]> =>
  db
    .select({
      state: commissions.state,
      currency: commissions.currency,
      amount: sql<string>`sum(${commissions.amount})`,
      count: sql<number>`count(*)::int`,
    })
    .from(commissions)
    .where(and(eq(commissions.accountId, vendorId), ne(commissions.state, 'reversed')))
    .groupBy(commissions.state, commissions.currency);

export async function insertCharges(tx: Db, rows: readonly ChargeRow[]): Promise<void> {
  for (const piece of inPieces(rows)) await tx.insert(resaleCharges).values(piece);
}
export const chargesOn = (db: Db, statementId: string): Promise<ChargeRow[]> =>
  db
    .select()
    .from(resaleCharges)
    .where(eq(resaleCharges.statementId, statementId))
    .orderBy(asc(resaleCharges.startsAt))
    .limit(5000);
/** Of these subscriptions, what was charged already of anything since then: subscription, piece and its instant. */
export async function chargedOf(
  db: Db,
  { subscriptionIds, since }: { subscriptionIds: readonly string[]; since: Date },
): Promise<Set<string>> {
  if (subscriptionIds.length === 0) return new Set();
  const rows = await db
    .select({ id: resaleCharges.subscriptionId, piece: resaleCharges.piece, at: resaleCharges.startsAt })
    .from(resaleCharges)
    .where(and(inArray(resaleCharges.subscriptionId, [...subscriptionIds]), gte(resaleCharges.startsAt, since)));
  return new Set(rows.map((row) => `${row.id} ${row.piece} ${row.at.getTime()}`));
}

/** The next number of a vendor's self-billed invoices, within the transaction that uses it. */
export async function takeSerial(tx: Db, of: { accountId: string; year: number }): Promise<number> {
  const [row] = await tx
    .insert(resaleSeries)
    .values({ ...of, next: 2 })
    .onConflictDoUpdate({
      target: [resaleSeries.accountId, resaleSeries.year],
      set: { next: sql`${resaleSeries.next} + 1` },
    })
    .returning();
  if (row === undefined) throw new Error('the series gave no number');
  return row.next - 1;
}
/** Its files are made afterwards. */
export async function insertStatement(
  tx: Db,
  row: Omit<StatementRow, 'pdfSha256' | 'xmlSha256' | 'ublSha256' | 'papersAt'>,
): Promise<void> {
  await tx.insert(resaleStatements).values(row);
}
export async function statementById(db: Db, id: string): Promise<StatementRow | null> {
  const [row] = await db.select().from(resaleStatements).where(eq(resaleStatements.id, id));
  return row ?? null;
}
export async function findStatement(
  db: Db,
  of: Pick<StatementRow, 'accountId' | 'kind' | 'month' | 'currency'>,
): Promise<StatementRow | null> {
  const [row] = await db
    .select()
    .from(resaleStatements)
    .where(
      and(
        eq(resaleStatements.accountId, of.accountId),
        eq(resaleStatements.kind, of.kind),
        eq(resaleStatements.month, of.month),
        eq(resaleStatements.currency, of.currency),
      ),
    );
  return row ?? null;
}
/** False when its files were made already. */
export async function paperStatement(
  tx: Db,
  id: string,
  of: Pick<StatementRow, 'pdfSha256' | 'xmlSha256' | 'ublSha256' | 'papersAt'>,
): Promise<boolean> {
  const rows = await tx
    .update(resaleStatements)
    .set(of)
    .where(and(eq(resaleStatements.id, id), sql`${resaleStatements.papersAt} is null`))
    .returning({ id: resaleStatements.id });
  return rows.length > 0;
}
/** Oldest first. */
export const statementsWithoutPapers = (db: Db, limit: number): Promise<{ id: string }[]> =>
  db
    .select({ id: resaleStatements.id })
    .from(resaleStatements)
    .where(sql`${resaleStatements.papersAt} is null`)
    .orderBy(asc(resaleStatements.id))
    .limit(limit);
/** Statements that have files, drawn by a word, another word draws others; and those named. */
export const drawPaperedStatements = async (
  db: Db,
  of: { word: string; count: number; also: readonly string[] },
): Promise<StatementRow[]> => {
  const drawn = await db
    .select()
    .from(resaleStatements)
    .where(isNotNull(resaleStatements.pdfSha256))
    .orderBy(sql`md5(${resaleStatements.id}::text || ${of.word})`)
    .limit(of.count);
  const others = of.also.filter((id) => !drawn.some((one) => one.id === id));
  return others.length === 0
    ? drawn
    : [...drawn, ...(await db.select().from(resaleStatements).where(inArray(resaleStatements.id, others)))];
};
/** False when it was paid already. */
export async function payStatement(tx: Db, id: string, of: { paidOn: string; bankRef: string }): Promise<boolean> {
  const rows = await tx
    .update(resaleStatements)
    .set(of)
    .where(and(eq(resaleStatements.id, id), sql`${resaleStatements.paidOn} is null`))
    .returning({ id: resaleStatements.id });
  return rows.length > 0;
}
/** Newest first. */
export const statementsPage = (
  db: Db,
  vendorId: string,
  page: { before: string | null; limit: number },
): Promise<StatementRow[]> =>
  db
    .select()
    .from(resaleStatements)
    .where(and(eq(resaleStatements.accountId, vendorId), page.before === null ? undefined : lt(resaleStatements.id, page.before)))
    .orderBy(desc(resaleStatements.id))
    .limit(page.limit);
