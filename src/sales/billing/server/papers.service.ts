/** The papers of a numbered invoice: made once, kept with their SHA-256, and never made anew. */
import { Readable } from 'node:stream';
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files.ts';
import { hasXml } from '#sales/documents/documents.rules.ts';
import { toCii } from '#sales/documents/server/cii.service.ts';
import { renderInvoice } from '#sales/documents/server/pdf.service.ts';
import { toUbl } from '#sales/documents/server/ubl.service.ts';
import { documentOf } from './document.service.ts';
import { changeInvoice, invoiceById, linesOf, lockInvoice, taxesOf, withoutPapers } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { mailAbout } from './mail.service.ts';
import { sellerById } from './parties.queries.ts';

export type PaperKind = 'pdf' | 'cii' | 'ubl';
/** Below the account's own folder, so that they are found when it is looked for. */
export const paperFile = (row: Pick<InvoiceRow, 'id' | 'accountId'>, kind: PaperKind): string =>
  `invoices/${row.accountId}/${row.id}.${kind === 'pdf' ? 'pdf' : `${kind}.xml`}`;

const put = (ctx: Ctx, name: string, bytes: Uint8Array | string) =>
  filesOf(ctx.config).put(name, Readable.from([Buffer.from(bytes)]));

/** Makes what is missing. Run again after a death in between it makes the same bytes, and what is kept stays. */
export async function makePapers(ctx: Ctx, id: string): Promise<void> {
  const row = await invoiceById(ctx.system.read, id);
  if (row === null || row.finalizedAt === null || row.papersAt !== null) return;
  const [lines, taxes, seller] = await Promise.all([
    linesOf(ctx.system.read, id),
    taxesOf(ctx.system.read, id),
    sellerById(ctx.system.read, row.sellerId),
  ]);
  const doc = await documentOf(ctx.system.read, row, { lines, taxes, zone: seller?.zone ?? 'UTC' });
  const pdf = await put(ctx, paperFile(row, 'pdf'), await renderInvoice(doc));
  const xml = hasXml(doc) ? await put(ctx, paperFile(row, 'cii'), toCii(doc)) : null;
  if (xml !== null) await put(ctx, paperFile(row, 'ubl'), toUbl(doc));
  await ctx.system.write(async (tx) => {
    const now = await lockInvoice(tx, id);
    if (now === null || now.papersAt !== null) return;
    const after = await changeInvoice(tx, id, {
      pdfSha256: pdf.sha256,
      xmlSha256: xml?.sha256 ?? null,
      papersAt: new Date(ctx.now()),
    });
    // what is void by now asks nobody for anything
    if (after.state === 'open' || after.state === 'paid')
      await mailAbout(ctx, tx, {
        invoice: after,
        about: after.kind === 'invoice' ? 'issued' : after.paid > 0n ? 'refunding' : 'credited',
        once: 'first',
      });
    await ctx.bus.push(tx, { topic: `account:${row.accountId}`, kind: 'billing' });
    // whoever wrote it by hand looks at it
    if (row.cause === 'manual') await ctx.bus.push(tx, { topic: `account:${row.sellerId}`, kind: 'billing' });
  });
}

/** Those whose making was lost. */
export async function makeMissing(ctx: Ctx): Promise<void> {
  for (const row of await withoutPapers(ctx.system.read, 100))
    await makePapers(ctx, row.id).catch(async (error: unknown) => {
      ctx.log.error({ error, invoice: row.id }, 'the papers of an invoice could not be made');
      // the others come first the next time
      await ctx.system.write((tx) => changeInvoice(tx, row.id, { papersTriedAt: new Date(ctx.now()) }));
    });
}

export type PaperFound = { name: string; file: string };
/** A paper that the reader may have: the account's own, or any that it issued as the operator or as a vendor. Throws `not_found`. */
export async function findPaper(ctx: Ctx, { id, kind }: { id: string; kind: PaperKind }): Promise<PaperFound> {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw notFound();
  const keeps =
    (actor.accountKind === 'operator' && actor.scope.includes('invoices.manage')) ||
    (actor.accountKind === 'vendor' && actor.scope.includes('vendors.manage'));
  const row = await invoiceById(keeps ? ctx.system.read : ctx.db.read, id);
  if (row === null || row.papersAt === null || row.number === null) throw notFound();
  const own = row.accountId === actor.accountId && actor.scope.includes('invoices.view');
  if (!own && !(keeps && row.sellerId === actor.accountId)) throw notFound();
  if (kind !== 'pdf' && row.xmlSha256 === null) throw notFound();
  return { name: paperFile(row, kind), file: `${row.number}.${kind === 'pdf' ? 'pdf' : `${kind}.xml`}` };
}
