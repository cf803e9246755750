import { and, asc, eq, gt, ilike, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';
import { type InvoiceRow, invoices, type PaymentRow, payments } from './invoices.table.ts';

const waits = (sellerId: string) =>
  and(
    eq(invoices.sellerId, sellerId),
    eq(invoices.kind, 'invoice'),
    inArray(invoices.state, ['open', 'uncollectible']),
    gt(invoices.remaining, 0n),
  );
/** Numbered ones on which money is still to come, those that are due first in front. */
export const waitingClaims = (db: Db, sellerId: string, limit: number): Promise<InvoiceRow[]> =>
  db.select().from(invoices).where(waits(sellerId)).orderBy(asc(invoices.dueDate), asc(invoices.id)).limit(limit);

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
/** One that is paid or void already, by its whole number: money comes twice. */
const settled = (of: { sellerId: string; search: string }) =>
  and(
    eq(invoices.sellerId, of.sellerId),
    eq(invoices.kind, 'invoice'),
    inArray(invoices.state, ['paid', 'void']),
    eq(invoices.number, of.search),
  );
/** The first twenty of them whose number or buyer has the text in it. */
export const searchedClaims = (db: Db, of: { sellerId: string; currency: string; search: string }): Promise<InvoiceRow[]> =>
  db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.currency, of.currency),
        of.search === ''
          ? waits(of.sellerId)
          : or(
              and(
                waits(of.sellerId),
                or(ilike(invoices.number, like(of.search)), ilike(sql`${invoices.buyer} ->> 'name'`, like(of.search))),
              ),
              settled(of),
            ),
      ),
    )
    .orderBy(asc(invoices.dueDate), asc(invoices.id))
    .limit(20);

export const invoicesByIds = async (db: Db, ids: readonly string[]): Promise<InvoiceRow[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(invoices)
        .where(inArray(invoices.id, [...ids]));

/** Payments that were reported, the oldest first, with their invoices; `after`: the id of the last one of the page before. */
export const reportedPage = (
  db: Db,
  of: { sellerId: string; after: string | null; limit: number },
): Promise<{ payment: PaymentRow; invoice: InvoiceRow }[]> =>
  db
    .select({ payment: payments, invoice: invoices })
    .from(payments)
    .innerJoin(invoices, eq(invoices.id, payments.invoiceId))
    .where(
      and(
        eq(payments.sellerId, of.sellerId),
        eq(payments.state, 'reported'),
        of.after === null ? undefined : gt(payments.id, of.after),
      ),
    )
    .orderBy(asc(payments.id))
    .limit(of.limit);

/** Ids of the subscriptions of some invoices, each once, in the order in which everybody locks. */
export const subscriptionIdsOf = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const rows = await invoicesByIds(db, ids);
  return [...new Set(rows.flatMap((row) => row.subscriptionId ?? []))].sort();
};
