import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, lte, ne, not, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { inPieces } from '#kit/server/db/pieces.ts';
import { containsText } from '#kit/server/db/search.ts';
import { totalOf } from '#kit/server/db/total.ts';
import type { InvoiceAsk } from '../all-invoices.contract.ts';
import type { InvoiceKind, InvoiceState } from '../invoices.contract.ts';
import { invoiceMachine } from '../billing.rules.ts';
import { sourcesOf } from '../machine.rules.ts';
import { subscriptionPeriods, subscriptions } from './billing.table.ts';
import { isInDoubt } from './places.queries.ts';
import { isAsking } from './asking.queries.ts';
import { invoiceLines, type InvoiceRow, invoices, invoiceTaxes, type LineRow, type TaxRow } from './invoices.table.ts';

export async function invoiceById(db: Db, id: string): Promise<InvoiceRow | null> {
  const [row] = await db.select().from(invoices).where(eq(invoices.id, id));
  return row ?? null;
}
/** Locked until the transaction ends. */
export async function lockInvoice(tx: Db, id: string): Promise<InvoiceRow | null> {
  const [row] = await tx.select().from(invoices).where(eq(invoices.id, id)).for('update');
  return row ?? null;
}
export const linesOf = (db: Db, invoiceId: string): Promise<LineRow[]> =>
  db.select().from(invoiceLines).where(eq(invoiceLines.invoiceId, invoiceId)).orderBy(asc(invoiceLines.position));
export const taxesOf = (db: Db, invoiceId: string): Promise<TaxRow[]> =>
  db
    .select()
    .from(invoiceTaxes)
    .where(eq(invoiceTaxes.invoiceId, invoiceId))
    .orderBy(desc(invoiceTaxes.rate), invoiceTaxes.category);
export const creditNotesOf = (db: Db, invoiceId: string): Promise<InvoiceRow[]> =>
  db
    .select()
    .from(invoices)
    .where(and(eq(invoices.refersTo, invoiceId), ne(invoices.state, 'void')))
    .orderBy(asc(invoices.id));

export async function insertInvoice(tx: Db, row: typeof invoices.$inferInsert): Promise<InvoiceRow> {
  const [kept] = await tx.insert(invoices).values(row).returning();
  if (kept === undefined) throw new Error('nothing was kept');
  return kept;
}
export type InvoiceChange = Partial<Omit<InvoiceRow, 'id' | 'remaining' | 'revision' | 'createdAt'>>;
/** A state is written only over one that the machine leads from to it. */
export async function changeInvoice(tx: Db, id: string, change: InvoiceChange): Promise<InvoiceRow> {
  const [kept] = await tx
    .update(invoices)
    .set({ ...change, revision: sql`${invoices.revision} + 1` })
    .where(
      and(
        eq(invoices.id, id),
        change.state === undefined ? undefined : inArray(invoices.state, sourcesOf(invoiceMachine, change.state)),
      ),
    )
    .returning();
  if (kept === undefined) throw new Error(`no step of invoice ${id} leads to ${change.state ?? 'that'}`);
  return kept;
}
export async function deleteInvoice(tx: Db, id: string): Promise<void> {
  await tx.delete(invoices).where(eq(invoices.id, id));
}
export async function putParts(
  tx: Db,
  id: string,
  parts: { lines: readonly (typeof invoiceLines.$inferInsert)[]; taxes: readonly TaxRow[] },
): Promise<void> {
  await tx.delete(invoiceLines).where(eq(invoiceLines.invoiceId, id));
  await tx.delete(invoiceTaxes).where(eq(invoiceTaxes.invoiceId, id));
  for (const piece of inPieces(parts.lines)) await tx.insert(invoiceLines).values(piece);
  if (parts.taxes.length > 0) await tx.insert(invoiceTaxes).values([...parts.taxes]);
}

export type InvoiceFilter = {
  sellerId?: string;
  accountId?: string;
  state?: InvoiceState | 'overdue' | 'place' | InvoiceAsk | undefined;
  kind?: InvoiceKind | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** Without drafts, but with claims that wait for their tax. */
  issued?: true;
  now: Date;
};
const overdueAt = (now: Date): SQL | undefined => and(eq(invoices.state, 'open'), lte(invoices.overdueAt, now));
const narrowed = (filter: InvoiceFilter): SQL | undefined =>
  and(
    filter.sellerId === undefined ? undefined : eq(invoices.sellerId, filter.sellerId),
    filter.accountId === undefined ? undefined : eq(invoices.accountId, filter.accountId),
    filter.state === undefined
      ? undefined
      : filter.state === 'overdue'
        ? overdueAt(filter.now)
        : filter.state === 'place'
          ? isInDoubt()
          : filter.state === 'objected' || filter.state === 'reported'
            ? isAsking(filter.state)
            : eq(invoices.state, filter.state),
    filter.kind === undefined ? undefined : eq(invoices.kind, filter.kind),
    filter.issued === undefined ? undefined : ne(invoices.state, 'draft'),
    filter.from === undefined ? undefined : gte(invoices.issueDate, filter.from),
    filter.to === undefined ? undefined : lte(invoices.issueDate, filter.to),
    containsText(filter.search, invoices.number, sql`${invoices.buyer} ->> 'name'`),
  );

/** Newest first; `before`: the id of the last one of the page before. */
export const invoicesPage = (
  db: Db,
  filter: InvoiceFilter,
  page: { before: string | null; limit: number },
): Promise<InvoiceRow[]> =>
  db
    .select()
    .from(invoices)
    .where(and(narrowed(filter), page.before === null ? undefined : lt(invoices.id, page.before)))
    .orderBy(desc(invoices.id))
    .limit(page.limit);
export const countInvoices = (db: Db, filter: InvoiceFilter): Promise<number | undefined> =>
  totalOf(db, invoices, narrowed(filter));

export const openFigures = (
  db: Db,
  sellerId: string,
  now: Date,
): Promise<{ currency: string; overdue: boolean; amount: string; count: number }[]> =>
  db
    .select({
      currency: invoices.currency,
      overdue: sql<boolean>`${invoices.overdueAt} <= ${now}`,
      amount: sql<string>`sum(${invoices.remaining})`,
      count: sql<number>`count(*)::int`,
    })
    .from(invoices)
    .where(and(eq(invoices.sellerId, sellerId), eq(invoices.state, 'open')))
    .groupBy(invoices.currency, sql`2`);

/** Those of a subscription that are not settled, the oldest first. */
export const openOf = (db: Db, subscriptionId: string): Promise<InvoiceRow[]> =>
  db
    .select()
    .from(invoices)
    .where(and(eq(invoices.subscriptionId, subscriptionId), eq(invoices.state, 'open')))
    .orderBy(asc(invoices.id));
export async function newestOf(db: Db, subscriptionId: string): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.subscriptionId, subscriptionId), inArray(invoices.state, ['open', 'paid', 'uncollectible'])))
    .orderBy(desc(invoices.id))
    .limit(1);
  return row ?? null;
}
/**
 * Whether a claim in another currency is open. A purchase that was begun and for which no money came is none, whatever of it was credited: it makes
 * room for the next one. What came in part would be left in a currency in which nothing is bought any more.
 */
export const anyOpen = async (db: Db, of: { accountId: string; currency: string }): Promise<boolean> => {
  const begun = sql`(${invoices.paid} = 0 and exists (select 1 from ${subscriptions} s
    where s.id = ${invoices.subscriptionId} and s.state = 'incomplete'))`;
  const [row] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.accountId, of.accountId), eq(invoices.state, 'open'), ne(invoices.currency, of.currency), not(begun)))
    .limit(1);
  return row !== undefined;
};
/** What was settled of a plan that is begun and not paid in full, by money and from the balance: it is on the balance when another one is bought. */
export async function heldByBegun(db: Db, of: { accountId: string; sellerId: string; currency: string }): Promise<bigint> {
  const [row] = await db
    .select({ amount: sql<string>`coalesce(sum(${invoices.paid} + ${invoices.balanceUsed}), 0)` })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.id, invoices.subscriptionId))
    .where(
      and(
        ...[eq(invoices.accountId, of.accountId), eq(invoices.sellerId, of.sellerId), eq(invoices.currency, of.currency)],
        ...[eq(subscriptions.kind, 'base'), eq(subscriptions.state, 'incomplete')],
        ...[eq(invoices.kind, 'invoice'), inArray(invoices.state, ['open', 'uncollectible'])],
      ),
    );
  return BigInt(row?.amount ?? 0);
}
/** Numbered ones whose papers are not made: those first that waited longest since somebody last tried. */
export const withoutPapers = (db: Db, limit: number): Promise<InvoiceRow[]> =>
  db
    .select()
    .from(invoices)
    .where(and(isNull(invoices.papersAt), isNotNull(invoices.finalizedAt)))
    .orderBy(sql`coalesce(${invoices.papersTriedAt}, ${invoices.finalizedAt})`, asc(invoices.id))
    .limit(limit);
/** Whether an open claim went to a buyer in another country. */
export const anyOpenElsewhere = async (db: Db, of: { accountId: string; country: string }): Promise<boolean> => {
  const [row] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.accountId, of.accountId),
        eq(invoices.state, 'open'),
        sql`${invoices.buyer} ->> 'country' <> ${of.country}`,
      ),
    )
    .limit(1);
  return row !== undefined;
};
/** The claim for one period of a subscription; null when there is none. */
export async function findClaim(
  db: Db,
  of: { subscriptionId: string; start: Date; cause: 'start' | 'period' },
): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, of.subscriptionId),
        eq(invoices.cause, of.cause),
        eq(invoices.periodStart, of.start),
        ne(invoices.state, 'void'),
      ),
    );
  return row ?? null;
}
/** The first claim of a subscription; null when there is none. */
export async function startClaimOf(db: Db, subscriptionId: string): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.subscriptionId, subscriptionId), eq(invoices.cause, 'start'), ne(invoices.state, 'void')))
    .orderBy(asc(invoices.id))
    .limit(1);
  return row ?? null;
}
/** The claim for a period that is still to come, from a day on. */
export async function findNextClaim(db: Db, of: { subscriptionId: string; from: Date }): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, of.subscriptionId),
        eq(invoices.cause, 'period'),
        gte(invoices.periodStart, of.from),
        ne(invoices.state, 'void'),
      ),
    )
    .orderBy(asc(invoices.periodStart))
    .limit(1);
  return row ?? null;
}
/** The numbered ones of a subscription on which something may be given back, the newest first. */
export const settledOf = (db: Db, subscriptionId: string): Promise<InvoiceRow[]> =>
  db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, subscriptionId),
        eq(invoices.kind, 'invoice'),
        inArray(invoices.state, ['open', 'paid', 'uncollectible']),
      ),
    )
    .orderBy(desc(invoices.id));
/** The claim that paid for a period; null when it was free, or is none. */
export async function invoiceOfPeriod(db: Db, of: { subscriptionId: string; startsAt: Date | null }): Promise<InvoiceRow | null> {
  if (of.startsAt === null) return null;
  const [row] = await db
    .select({ invoice: invoices })
    .from(subscriptionPeriods)
    .innerJoin(invoices, eq(invoices.id, subscriptionPeriods.invoiceId))
    .where(and(eq(subscriptionPeriods.subscriptionId, of.subscriptionId), eq(subscriptionPeriods.startsAt, of.startsAt)));
  return row?.invoice ?? null;
}
/** All claims of a subscription in order, with the plans that their lines are for. */
export async function invoicesSince(db: Db, subscriptionId: string): Promise<(InvoiceRow & { plans: string[] })[]> {
  const rows = await db
    .select({
      invoice: invoices,
      plans: sql<
        string[]
      >`coalesce((select array_agg(distinct l.explained ->> 'plan') filter (where l.explained ->> 'plan' is not null) from invoice_lines l where l.invoice_id = ${invoices.id}), '{}')`,
    })
    .from(invoices)
    .where(and(eq(invoices.subscriptionId, subscriptionId), eq(invoices.kind, 'invoice'), ne(invoices.state, 'void')))
    .orderBy(asc(invoices.createdAt), asc(invoices.id));
  return rows.map(({ invoice, plans }) => ({ ...invoice, plans }));
}
