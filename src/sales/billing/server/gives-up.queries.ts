import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { subscriptions } from './billing.table.ts';
import { invoices } from './invoices.table.ts';

type OpenOrder = {
  invoiceId: string;
  number: string | null;
  planId: string;
  remaining: bigint;
  currency: string;
  reported: boolean;
};
/** Claims of plans and passes in other currencies that were ordered by transfer, or are paid by one meanwhile, and are not paid; the oldest first. */
export const ordersElsewhere = (db: Db, of: { accountId: string; currency: string }): Promise<OpenOrder[]> => {
  const paidBy = (states: string) =>
    sql<boolean>`exists (select 1 from payments p where p.invoice_id = ${invoices.id} and p.provider = 'transfer' and p.state in (${sql.raw(states)}))`;
  return db
    .select({
      invoiceId: invoices.id,
      number: invoices.number,
      planId: subscriptions.planId,
      remaining: invoices.remaining,
      currency: invoices.currency,
      reported: paidBy("'reported'"),
    })
    .from(subscriptions)
    .innerJoin(invoices, eq(invoices.subscriptionId, subscriptions.id))
    .where(
      and(
        ...[eq(subscriptions.accountId, of.accountId), eq(subscriptions.state, 'incomplete')],
        ...[ne(subscriptions.currency, of.currency), eq(invoices.kind, 'invoice')],
        inArray(invoices.state, ['open', 'pending_tax']),
        or(eq(subscriptions.payBy, 'transfer'), paidBy("'awaiting_transfer', 'reported'")),
      ),
    )
    .orderBy(asc(invoices.id));
};
