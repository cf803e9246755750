import { asc, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { type InvoiceRow, invoices } from './invoices.table.ts';

/** Invoices that have papers, drawn by a word: another word draws others. */
export const drawPapered = (db: Db, of: { word: string; count: number }): Promise<InvoiceRow[]> =>
  db
    .select()
    .from(invoices)
    .where(isNotNull(invoices.papersAt))
    .orderBy(sql`md5(${invoices.id}::text || ${of.word})`)
    .limit(of.count);
export const paperedOf = async (db: Db, ids: readonly string[]): Promise<InvoiceRow[]> =>
  ids.length === 0
    ? []
    : db
        .select()
        .from(invoices)
        .where(inArray(invoices.id, [...ids]))
        .orderBy(asc(invoices.id));
