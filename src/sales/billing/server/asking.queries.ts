/** Which invoices wait for an answer of their seller. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import type { InvoiceAsk } from '../all-invoices.contract.ts';
import { invoices, payments } from './invoices.table.ts';
import { invoiceObjections } from './objections.table.ts';

const objected = eq(invoiceObjections.state, 'open');
const reported = eq(payments.state, 'reported');

/** By the indexes of what is open: few ask at a time, however many invoices there are. */
export const isAsking = (what: InvoiceAsk): SQL =>
  what === 'objected'
    ? sql`exists (select 1 from ${invoiceObjections} o where o.invoice_id = ${invoices.id} and o.state = 'open')`
    : sql`exists (select 1 from ${payments} p where p.invoice_id = ${invoices.id} and p.state = 'reported')`;

/** What each of these asks for; none where it asks for nothing. */
export async function asksOf(db: Db, ids: readonly string[]): Promise<Map<string, Set<InvoiceAsk>>> {
  const asks = new Map<string, Set<InvoiceAsk>>();
  if (ids.length === 0) return asks;
  const said = await db
    .select({ id: invoiceObjections.invoiceId })
    .from(invoiceObjections)
    .where(and(inArray(invoiceObjections.invoiceId, [...ids]), objected));
  const paid = await db
    .select({ id: payments.invoiceId })
    .from(payments)
    .where(and(inArray(payments.invoiceId, [...ids]), reported));
  for (const { id } of said) asks.set(id, new Set(['objected']));
  for (const { id } of paid) asks.set(id, new Set([...(asks.get(id) ?? []), 'reported']));
  return asks;
}
