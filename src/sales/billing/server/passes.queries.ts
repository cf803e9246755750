import { and, desc, eq, gt, inArray, isNotNull, lte, or } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { type SubscriptionRow, subscriptions } from './billing.table.ts';
import { type InvoiceRow, invoices } from './invoices.table.ts';

const ofAccount = (accountId: string) => and(eq(subscriptions.accountId, accountId), eq(subscriptions.kind, 'pass'));
/** Those that are paid and whose time it is, the oldest first. */
export const passesCounting = (db: Db, of: { accountId: string; at: Date }): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(subscriptions)
    .where(
      and(
        ofAccount(of.accountId),
        eq(subscriptions.state, 'active'),
        lte(subscriptions.periodStart, of.at),
        gt(subscriptions.periodEnd, of.at),
      ),
    )
    .orderBy(subscriptions.id);
/** Newest first. */
export const passesOf = (db: Db, of: { accountId: string; limit: number }): Promise<SubscriptionRow[]> =>
  db.select().from(subscriptions).where(ofAccount(of.accountId)).orderBy(desc(subscriptions.id)).limit(of.limit);
/** What was asked for them, or will be once its tax is known, by pass. */
export async function claimsOfPasses(db: Db, ids: readonly string[]): Promise<Map<string, InvoiceRow>> {
  const rows = await db
    .select()
    .from(invoices)
    .where(
      and(
        inArray(invoices.subscriptionId, [...ids]),
        eq(invoices.cause, 'pass'),
        or(isNotNull(invoices.finalizedAt), eq(invoices.state, 'pending_tax')),
      ),
    );
  return new Map(rows.flatMap((row) => (row.subscriptionId === null ? [] : [[row.subscriptionId, row] as const])));
}
