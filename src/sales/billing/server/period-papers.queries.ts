import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { invoiceSeries } from './billing.table.ts';
import {
  type InvoiceRow,
  invoices,
  invoiceTaxes,
  journalEntries,
  journalLines,
  type PaymentRow,
  payments,
  type TaxRow,
} from './invoices.table.ts';

/** The documents of a seller, or those that an account was sent. */
export type Whose = { sellerId: string } | { accountId: string };
const whose = (of: Whose) => ('sellerId' in of ? eq(invoices.sellerId, of.sellerId) : eq(invoices.accountId, of.accountId));
/** Numbered documents of some days, in the order of their ids, from after one of them on. */
export const documentsOfDays = (
  db: Db,
  of: Whose & { from: string; to: string },
  page: { after: string | null; limit: number },
): Promise<InvoiceRow[]> =>
  db
    .select()
    .from(invoices)
    .where(
      and(
        whose(of),
        sql`${invoices.finalizedAt} is not null`,
        sql`${invoices.issueDate} between ${of.from} and ${of.to}`,
        page.after === null ? undefined : gt(invoices.id, page.after),
      ),
    )
    .orderBy(asc(invoices.id))
    .limit(page.limit);

/** Payments that were decided within a span, in the order of their ids. */
export const paymentsOfDays = (
  db: Db,
  of: Whose & { since: Date; until: Date },
  page: { after: string | null; limit: number },
): Promise<{ payment: PaymentRow; invoice: InvoiceRow }[]> =>
  db
    .select({ payment: payments, invoice: invoices })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(
      and(
        whose(of),
        inArray(payments.state, ['succeeded', 'reversed']),
        sql`${payments.settledAt} >= ${of.since}`,
        lt(payments.settledAt, of.until),
        page.after === null ? undefined : gt(payments.id, page.after),
      ),
    )
    .orderBy(asc(payments.id))
    .limit(page.limit);

/** Entries of a seller's journal that were written within a span, in the order of their ids, each with the document it is about. */
export const entriesOfDays = (
  db: Db,
  of: { sellerId: string; since: Date; until: Date },
  page: { after: string | null; limit: number },
): Promise<{ entry: typeof journalEntries.$inferSelect; invoice: InvoiceRow | null; manual: PaymentRow['manual'] }[]> =>
  db
    .select({ entry: journalEntries, invoice: invoices, manual: payments.manual })
    .from(journalEntries)
    .leftJoin(invoices, eq(invoices.id, journalEntries.invoiceId))
    .leftJoin(payments, eq(payments.id, journalEntries.paymentId))
    .where(
      and(
        eq(journalEntries.sellerId, of.sellerId),
        sql`${journalEntries.at} >= ${of.since}`,
        lt(journalEntries.at, of.until),
        page.after === null ? undefined : gt(journalEntries.id, page.after),
      ),
    )
    .orderBy(asc(journalEntries.id))
    .limit(page.limit);
export const linesOfEntries = async (db: Db, ids: readonly string[]): Promise<(typeof journalLines.$inferSelect)[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(journalLines)
        .where(inArray(journalLines.entryId, [...ids]))
        .orderBy(asc(journalLines.entryId), asc(journalLines.position));

export const taxesOfMany = async (db: Db, ids: readonly string[]): Promise<TaxRow[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(invoiceTaxes)
        .where(inArray(invoiceTaxes.invoiceId, [...ids]))
        .orderBy(asc(invoiceTaxes.category), asc(invoiceTaxes.rate));

/** What one number of a series stands for. */
export type Numbered = {
  serial: number;
  number: string;
  state: InvoiceRow['state'];
  issueDate: string | null;
  total: bigint;
  currency: string;
  pdfSha256: string | null;
  xmlSha256: string | null;
};
export type Series = { kind: InvoiceRow['kind']; year: number; next: number };
/** The series of a seller in some years; `next`: the number that comes next. */
export const seriesOf = (db: Db, of: { sellerId: string; years: readonly number[] }): Promise<Series[]> =>
  db
    .select({ kind: invoiceSeries.kind, year: invoiceSeries.year, next: invoiceSeries.next })
    .from(invoiceSeries)
    .where(and(eq(invoiceSeries.sellerId, of.sellerId), inArray(invoiceSeries.year, [...of.years])))
    .orderBy(asc(invoiceSeries.year), asc(invoiceSeries.kind));
/** The numbers of a series in their order, from after one on. */
export async function numbersOf(
  db: Db,
  of: Pick<Series, 'kind' | 'year'> & { sellerId: string },
  page: { after: number; limit: number },
): Promise<Numbered[]> {
  const rows = await db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.sellerId, of.sellerId),
        eq(invoices.kind, of.kind),
        eq(invoices.year, of.year),
        gt(invoices.serial, page.after),
      ),
    )
    .orderBy(asc(invoices.serial))
    .limit(page.limit);
  return rows.flatMap((row) =>
    row.serial === null || row.number === null ? [] : [{ ...row, serial: row.serial, number: row.number }],
  );
}
