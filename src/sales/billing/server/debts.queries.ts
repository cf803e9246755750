import { and, eq, gt, isNull, lte, ne, notInArray, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { REOPENED } from '../dunning.rules.ts';
import { billingEvents, subscriptions } from './billing.table.ts';
import { type InvoiceRow, invoices } from './invoices.table.ts';

const noted = (id: string): SQL => sql`${invoices.dunned} @> ${JSON.stringify([{ id }])}::jsonb`;
/** Given up on by the calendar; what a person wrote off is nobody's debt any more. */
const givenUp = sql`exists (select 1 from ${billingEvents} e where e.invoice_id = ${invoices.id}
  and e.kind = 'invoice.uncollectible' and e.reason = 'dunning')`;

/** Whether money is overdue, or given up on, for plans that an account had or has. A purchase or a change that was never paid is no debt. */
export async function owes(db: Db, of: { accountId: string; now: Date }): Promise<boolean> {
  const [row] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .innerJoin(subscriptions, eq(subscriptions.id, invoices.subscriptionId))
    .where(
      and(
        eq(invoices.accountId, of.accountId),
        gt(invoices.remaining, 0n),
        eq(subscriptions.kind, 'base'),
        notInArray(subscriptions.state, ['incomplete', 'incomplete_expired']),
        or(ne(invoices.cause, 'change'), noted(REOPENED)),
        or(and(eq(invoices.state, 'open'), lte(invoices.overdueAt, of.now)), and(eq(invoices.state, 'uncollectible'), givenUp)),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Whether an ended subscription has claims that somebody is held to. */
export async function anyOwedOf(db: Db, subscriptionId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.subscriptionId, subscriptionId),
        eq(invoices.state, 'open'),
        or(ne(invoices.cause, 'change'), noted(REOPENED)),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Open invoices that belong to no subscription, due by a day and without that last step, in the order of their ids. */
export const claimsAlone = (
  db: Db,
  of: { dueBy: string; last: string; after: string | null; limit: number },
): Promise<InvoiceRow[]> =>
  db
    .select()
    .from(invoices)
    .where(
      and(
        isNull(invoices.subscriptionId),
        eq(invoices.state, 'open'),
        eq(invoices.kind, 'invoice'),
        lte(invoices.dueDate, of.dueBy),
        sql`not ${noted(of.last)}`,
        of.after === null ? undefined : gt(invoices.id, of.after),
      ),
    )
    .orderBy(invoices.id)
    .limit(of.limit);
