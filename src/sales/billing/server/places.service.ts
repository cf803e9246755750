/** Where a consumer is: signs are kept with the claim that was paid, and compared with its address (business rules §4.7). */
import * as z from 'zod/mini';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { PlaceView } from '../invoices.contract.ts';
import { countryOf, isProvenHere, nameOfProof, type ProofKind, saidTogether } from '../places.rules.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { decisionsOf, keepProof, proofsOf } from './places.queries.ts';

const evidence = z.object({ as: z.string() });
/** The country that a claim was taxed for; null where nobody has to prove anything. */
export function heldBy({ kind, buyer, taxFacts }: Pick<InvoiceRow, 'kind' | 'buyer' | 'taxFacts'>): string | null {
  const read = z.safeParse(evidence, taxFacts?.evidence);
  if (kind !== 'invoice' || buyer === null || !read.success) return null;
  const { country, postcode } = buyer;
  return isProvenHere({ country, postcode, as: read.data.as }) ? countryOf(country) : null;
}

type Sign = { invoice: InvoiceRow; paymentId: string; kind: ProofKind; country: string | null | undefined };
/** Keeps what a payment says of its payer's place, where that has to be proven. `tx` must be the system's. */
export async function keepPlace(ctx: Ctx, tx: Db, { invoice, paymentId, kind, country: said }: Sign): Promise<void> {
  const [held, country] = [heldBy(invoice), countryOf(said)];
  if (held === null || country === null) return;
  const { id: invoiceId, accountId, sellerId } = invoice;
  await keepProof(tx, { invoiceId, accountId, sellerId, paymentId, kind, country, held, seenAt: new Date(ctx.now()) });
}

/** As the seller sees it; what was decided for the address before counts for the same signs again. */
export async function placeViewOf(db: Db, row: InvoiceRow): Promise<PlaceView | null> {
  const held = heldBy(row);
  if (held === null || row.finalizedAt === null) return null;
  const proofs = await proofsOf(db, row.id);
  const against = proofs.filter((one) => one.country !== held).map(nameOfProof);
  const decided = against.length === 0 ? [] : await decisionsOf(db, { accountId: row.accountId, sellerId: row.sellerId, held });
  const decision =
    decided.find((one) => one.invoiceId === row.id) ??
    decided.find((one) => one.country === held && against.every((name) => one.against.includes(name)));
  return {
    held,
    said: saidTogether(held, proofs),
    proofs: proofs.map(({ kind, country, seenAt }) => ({ kind, country, at: seenAt.getTime() })),
    decision:
      decision === undefined ? null : { country: decision.country, reason: decision.reason, at: decision.decidedAt.getTime() },
  };
}
