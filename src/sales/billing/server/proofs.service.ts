/** What a payer sends to prove a transfer: private, of a known kind by its first bytes, and never opened here. */
import { Readable } from 'node:stream';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { PROOF_BYTES } from '../objections.contract.ts';
import { buyerOf, keepsMoney, pushToSeller } from './access.service.ts';
import { invoiceById } from './invoices.queries.ts';
import { ownInvoice } from './invoices.service.ts';
import { changePayment, lockPayment, paymentsOf, undecidedOf } from './payments.queries.ts';

const types = { pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg' } as const;
type ProofType = keyof typeof types;
/** What the first bytes say it is; null for everything that we do not take. */
function typeOf(bytes: Buffer): ProofType | null {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return 'pdf';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  return bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ? 'jpg' : null;
}
const fileOf = (accountId: string, proof: string): string => `proofs/${accountId}/${proof}`;

/** Throws `bad_proof`, and `wrong_state` where no transfer is reported. */
export async function prove(ctx: Ctx, { id, content }: { id: string; content: string }): Promise<{ done: true }> {
  const actor = buyerOf(ctx, 'subscriptions.purchase');
  await ownInvoice(ctx, id);
  await ctx.limits.use(`billing-proof:${actor.accountId}`, { max: 20, windowSeconds: 3600 });
  const bytes = Buffer.from(content, 'base64');
  const type = bytes.length > PROOF_BYTES ? null : typeOf(bytes);
  if (type === null) throw new Failure('bad_proof');
  const waiting = await undecidedOf(ctx.system.read, id);
  if (waiting?.state !== 'reported') throw new Failure('wrong_state');
  const proof = `${waiting.id}.${type}`;
  // the file first: a row never names one that is not there
  await filesOf(ctx.config).put(fileOf(waiting.accountId, proof), Readable.from([bytes]));
  await ctx.system.write(async (tx) => {
    const payment = await lockPayment(tx, waiting.id);
    if (payment?.state !== 'reported') throw new Failure('wrong_state');
    await changePayment(tx, payment.id, { proof });
    await pushToSeller(ctx, tx, payment.sellerId);
  });
  return { done: true };
}

/** The proof of the latest transfer that has one, for the account's own people and those of the seller. Throws `not_found`. */
export async function findProof(ctx: Ctx, id: string): Promise<{ name: string; file: string; type: string }> {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw notFound();
  const keeps = keepsMoney(actor);
  const db = keeps ? ctx.system.read : ctx.db.read;
  const row = await invoiceById(db, id);
  const own = row?.accountId === actor.accountId && actor.scope.includes('invoices.view');
  if (row === null || (!own && !(keeps && row.sellerId === actor.accountId))) throw notFound();
  const proof = (await paymentsOf(db, id)).find((one) => one.proof !== null)?.proof ?? null;
  const type = (['pdf', 'png', 'jpg'] as const).find((one) => proof?.endsWith(`.${one}`) === true);
  if (proof === null || type === undefined) throw notFound();
  return { name: fileOf(row.accountId, proof), file: `${row.number ?? 'proof'}-proof.${type}`, type: types[type] };
}
