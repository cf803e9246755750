import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { billingProfiles, billingQuotes, subscriptionPeriods } from './billing.table.ts';
import { deleteInvoice } from './invoices.queries.ts';
import { type InvoiceRow, invoices } from './invoices.table.ts';
import { minuteCharges } from './minutes.table.ts';

/** Claims of a subscription whose tax is waited for, the oldest first. */
export const pendingOf = (db: Db, subscriptionId: string): Promise<InvoiceRow[]> =>
  db
    .select()
    .from(invoices)
    .where(and(eq(invoices.subscriptionId, subscriptionId), eq(invoices.state, 'pending_tax')))
    .orderBy(asc(invoices.id));

export type WaitingClaim = Pick<InvoiceRow, 'id' | 'accountId' | 'subscriptionId'>;
/** Those of all accounts, or of one, after an id. */
export const waitingForTax = (
  db: Db,
  of: { accountId: string | null; after: string | null; limit: number },
): Promise<WaitingClaim[]> =>
  db
    .select({
      id: invoices.id,
      accountId: invoices.accountId,
      subscriptionId: invoices.subscriptionId,
    })
    .from(invoices)
    .where(
      and(
        eq(invoices.state, 'pending_tax'),
        of.accountId === null ? undefined : eq(invoices.accountId, of.accountId),
        of.after === null ? undefined : gt(invoices.id, of.after),
      ),
    )
    .orderBy(asc(invoices.id))
    .limit(of.limit);

/** Accounts with a VAT number whose answer a claim waits for, after an id. */
export async function withWaitingChecks(db: Db, of: { after: string | null; limit: number }): Promise<string[]> {
  const rows = await db
    .selectDistinct({ accountId: invoices.accountId })
    .from(invoices)
    .innerJoin(billingProfiles, eq(billingProfiles.accountId, invoices.accountId))
    .where(
      and(
        eq(invoices.state, 'pending_tax'),
        isNotNull(billingProfiles.vatId),
        of.after === null ? undefined : gt(invoices.accountId, of.after),
      ),
    )
    .orderBy(asc(invoices.accountId))
    .limit(of.limit);
  return rows.map((row) => row.accountId);
}

/** Accounts, after an id, that were shown the price of a change since then, with a VAT number about which nobody said anything yet. */
export async function withAskedChecks(db: Db, of: { since: Date; after: string | null; limit: number }): Promise<string[]> {
  const rows = await db
    .selectDistinct({ accountId: billingQuotes.accountId })
    .from(billingQuotes)
    .innerJoin(billingProfiles, eq(billingProfiles.accountId, billingQuotes.accountId))
    .where(
      and(
        eq(billingQuotes.purpose, 'change'),
        gt(billingQuotes.madeAt, of.since),
        of.after === null ? undefined : gt(billingQuotes.accountId, of.after),
        isNotNull(billingProfiles.vatId),
        sql`coalesce(${billingProfiles.vatCheck} ->> 'check', 'unavailable') = 'unavailable'`,
      ),
    )
    .orderBy(asc(billingQuotes.accountId))
    .limit(of.limit);
  return rows.map((row) => row.accountId);
}

/** A draft that never had a number goes; its period stays had, and its minutes are charged with the next claim. */
export async function dropDraft(tx: Db, id: string): Promise<void> {
  await tx.update(subscriptionPeriods).set({ invoiceId: null }).where(eq(subscriptionPeriods.invoiceId, id));
  await tx.update(minuteCharges).set({ invoiceId: null }).where(eq(minuteCharges.invoiceId, id));
  await deleteInvoice(tx, id);
}
