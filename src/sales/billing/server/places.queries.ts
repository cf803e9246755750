import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { invoices } from './invoices.table.ts';
import { type PlaceDecisionRow, placeDecisions, placeProofs, type ProofRow } from './places.table.ts';

/** The same sign of the same claim is kept once, as it was first seen. */
export async function keepProof(tx: Db, row: ProofRow): Promise<void> {
  await tx.insert(placeProofs).values(row).onConflictDoNothing();
}
export const proofsOf = (db: Db, invoiceId: string): Promise<ProofRow[]> =>
  db.select().from(placeProofs).where(eq(placeProofs.invoiceId, invoiceId)).orderBy(asc(placeProofs.seenAt), placeProofs.kind);

/** False when it was decided already. */
export async function keepDecision(tx: Db, row: PlaceDecisionRow): Promise<boolean> {
  const kept = await tx.insert(placeDecisions).values(row).onConflictDoNothing().returning({ id: placeDecisions.invoiceId });
  return kept.length > 0;
}
/** Those about an account's claims of one seller that were taxed for a country, the newest first. */
export const decisionsOf = (db: Db, of: { accountId: string; sellerId: string; held: string }): Promise<PlaceDecisionRow[]> =>
  db
    .select()
    .from(placeDecisions)
    .where(
      and(eq(placeDecisions.accountId, of.accountId), eq(placeDecisions.sellerId, of.sellerId), eq(placeDecisions.held, of.held)),
    )
    .orderBy(desc(placeDecisions.decidedAt));

/**
 * Claims about which nobody decided although a sign contradicts the address. What was decided for the address counts for later claims with the
 * same sign, too.
 */
export const isInDoubt = (): SQL => sql`exists (select 1 from ${placeProofs} p
  where p.invoice_id = ${invoices.id} and p.seller_id = ${invoices.sellerId} and p.country <> p.held
    and not exists (select 1 from ${placeDecisions} d where d.account_id = p.account_id and d.seller_id = p.seller_id
      and (d.invoice_id = p.invoice_id or (d.held = p.held and d.country = p.held and p.kind || ':' || p.country = any(d.against)))))`;
