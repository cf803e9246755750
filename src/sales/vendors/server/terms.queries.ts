/** The terms between operator and vendors. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { accountsSql } from '#core/accounts/server/accounts.sql.ts';
import { type TermsRow, vendorTerms } from './vendors.table.ts';

export async function termsById(db: Db, accountId: string): Promise<TermsRow | null> {
  const [row] = await db.select().from(vendorTerms).where(eq(vendorTerms.accountId, accountId));
  return row ?? null;
}
/** Null when somebody else changed them since `revision`; `revision` null: there must be none yet. */
export async function putTermsRow(tx: Db, row: Omit<TermsRow, 'revision'>, revision: number | null): Promise<TermsRow | null> {
  const [kept] =
    revision === null
      ? await tx
          .insert(vendorTerms)
          .values({ ...row, revision: 1 })
          .onConflictDoNothing()
          .returning()
      : await tx
          .update(vendorTerms)
          .set({ ...row, revision: sql`${vendorTerms.revision} + 1` })
          .where(and(eq(vendorTerms.accountId, row.accountId), eq(vendorTerms.revision, revision)))
          .returning();
  return kept ?? null;
}
/** Those of the vendor who brought in that customer. */
export async function termsOverCustomer(db: Db, customerId: string): Promise<TermsRow | null> {
  const [row] = await db
    .select()
    .from(vendorTerms)
    .where(sql`${vendorTerms.accountId} = (select a.vendor_account_id from ${accountsSql} a where a.id = ${customerId})`);
  return row ?? null;
}
export const allTerms = (db: Db): Promise<TermsRow[]> => db.select().from(vendorTerms);
