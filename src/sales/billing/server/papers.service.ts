/** The papers of a numbered invoice: made once and kept with their SHA-256. What does not hold any more is given as a copy, kept apart. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { logosPath } from '#core/accounts/accounts.rules.ts';
import { readLogo } from '#core/accounts/server/logo.service.ts';
import { lookOfAccount } from '#core/accounts/server/look.service.ts';
import { hasXml, type InvoiceDocument } from '#sales/documents/documents.rules.ts';
import { toCii } from '#sales/documents/server/cii.service.ts';
import { renderInvoice } from '#sales/documents/server/pdf.service.ts';
import { toUbl } from '#sales/documents/server/ubl.service.ts';
import { findLogoOf } from '#sales/vendors/server/logo.service.ts';
import { documentOf } from './document.service.ts';
import { changeInvoice, invoiceById, linesOf, lockInvoice, taxesOf, withoutPapers } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { mailAbout } from './mail.service.ts';
import { drawPapered, paperedOf } from './papers.queries.ts';
import { sellerById } from './parties.queries.ts';

export type PaperKind = 'pdf' | 'cii' | 'ubl';
/** Below the account's own folder, so that they are found when it is looked for. */
export const paperFile = (row: Pick<InvoiceRow, 'id' | 'accountId'>, kind: PaperKind): string =>
  `invoices/${row.accountId}/${row.id}.${kind === 'pdf' ? 'pdf' : `${kind}.xml`}`;

/** What a paper was when it was made; null: not made, or older than its sum is kept. */
const sumOf = (row: InvoiceRow, kind: PaperKind): string | null =>
  ({ pdf: row.pdfSha256, cii: row.xmlSha256, ubl: row.ublSha256 })[kind];
/** The papers that an invoice has. */
export const paperKinds = (row: InvoiceRow): PaperKind[] =>
  row.papersAt === null ? [] : row.xmlSha256 === null ? ['pdf'] : ['pdf', 'cii', 'ubl'];

const put = (ctx: Ctx, name: string, bytes: Uint8Array | string) =>
  filesOf(ctx.config).put(name, Readable.from([Buffer.from(bytes)]));

/** The seller's logo: a vendor's from its brand, else that of the account. A lost file is left out, so that the invoice is still made. */
async function logoOf(ctx: Ctx, sellerId: string): Promise<Buffer | null> {
  const shown = await findLogoOf(ctx, sellerId);
  if (shown !== null) return shown;
  const { logo } = await lookOfAccount(ctx.system.read, sellerId);
  const file = logo === null ? null : await readLogo(ctx, logo.slice(logosPath.length));
  return file === null ? null : buffer(file.content);
}

async function writtenOf(ctx: Ctx, row: InvoiceRow): Promise<InvoiceDocument> {
  const { read } = ctx.system;
  const [lines, taxes, seller] = await Promise.all([
    linesOf(read, row.id),
    taxesOf(read, row.id),
    sellerById(read, row.sellerId),
  ]);
  const doc = await documentOf(read, row, { lines, taxes, zone: seller?.zone ?? 'UTC' });
  return { ...doc, look: { ...doc.look, logo: await logoOf(ctx, row.sellerId) } };
}

const printed = (ctx: Ctx, row: InvoiceRow, doc: InvoiceDocument): Promise<Uint8Array> =>
  renderInvoice(doc, (findings) => ctx.log.warn({ invoice: row.id, findings }, 'a paper was made that is not PDF/A'));

/** Makes what is missing. Run again after a death in between it makes the same bytes, and what is kept stays. */
export async function makePapers(ctx: Ctx, id: string): Promise<void> {
  const row = await invoiceById(ctx.system.read, id);
  if (row === null || row.finalizedAt === null || row.papersAt !== null) return;
  const doc = await writtenOf(ctx, row);
  const pdf = await put(ctx, paperFile(row, 'pdf'), await printed(ctx, row, doc));
  const xml = hasXml(doc) ? await put(ctx, paperFile(row, 'cii'), toCii(doc)) : null;
  const ubl = xml === null ? null : await put(ctx, paperFile(row, 'ubl'), toUbl(doc));
  await ctx.system.write(async (tx) => {
    const now = await lockInvoice(tx, id);
    if (now === null || now.papersAt !== null) return;
    const after = await changeInvoice(tx, id, {
      pdfSha256: pdf.sha256,
      xmlSha256: xml?.sha256 ?? null,
      ublSha256: ubl?.sha256 ?? null,
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
    // the person who wrote it by hand has it open
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

/** The bytes of a paper that are what they were on its day; null for what is lost or was changed since. */
async function keptPaper(ctx: Ctx, row: InvoiceRow, kind: PaperKind): Promise<Buffer | null> {
  const files = filesOf(ctx.config);
  const name = paperFile(row, kind);
  if ((await files.stat(name)) === null) return null;
  const bytes = await buffer(await files.get(name));
  const sum = sumOf(row, kind);
  return sum === null || createHash('sha256').update(bytes).digest('hex') === sum ? bytes : null;
}
/** Papers of an invoice that are not what they were on its day. */
export async function brokenPapers(ctx: Ctx, row: InvoiceRow): Promise<PaperKind[]> {
  const broken: PaperKind[] = [];
  for (const kind of paperKinds(row)) if ((await keptPaper(ctx, row, kind)) === null) broken.push(kind);
  return broken;
}

/**
 * Checks the papers of some invoices, another sample each day, and of those named; returns the ids of those that are not what they were. A store
 * that cannot be asked rejects: nothing is known then.
 */
export async function drawBroken(ctx: Ctx, { count, also }: { count: number; also: readonly string[] }): Promise<string[]> {
  const word = new Date(ctx.now()).toISOString().slice(0, 10);
  const drawn = await drawPapered(ctx.system.read, { word, count });
  const seen = new Set(drawn.map(({ id }) => id));
  const again = await paperedOf(
    ctx.system.read,
    also.filter((id) => !seen.has(id)),
  );
  const broken: string[] = [];
  for (const row of [...drawn, ...again]) if ((await brokenPapers(ctx, row)).length > 0) broken.push(row.id);
  return broken;
}

/** Rendered again from the numbered data, marked as a copy, and kept beside the original, which stays as it was found. */
async function copyOf(ctx: Ctx, row: InvoiceRow, kind: PaperKind): Promise<Buffer> {
  const doc: InvoiceDocument = { ...(await writtenOf(ctx, row)), mark: 'copy' };
  const bytes = Buffer.from(kind === 'pdf' ? await printed(ctx, row, doc) : kind === 'cii' ? toCii(doc) : toUbl(doc));
  await put(ctx, paperFile(row, kind).replace(`${row.id}.`, `${row.id}.copy.`), bytes);
  return bytes;
}

/** `file`: the name by which people know it. */
export type PaperFound = { bytes: Buffer; file: string };
/**
 * A paper that the reader may have: the account's own, or any that it issued as the operator or as a vendor; a copy where the original is
 * lost or was changed. Throws `not_found`.
 */
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
  if (!paperKinds(row).includes(kind)) throw notFound();
  return paperOf(ctx, row, kind);
}
/** A paper that an invoice has, for either side. */
export async function paperOf(ctx: Ctx, row: InvoiceRow, kind: PaperKind): Promise<PaperFound> {
  const end = kind === 'pdf' ? 'pdf' : `${kind}.xml`;
  const kept = await keptPaper(ctx, row, kind);
  if (kept !== null) return { bytes: kept, file: `${row.number}.${end}` };
  ctx.log.error({ invoice: row.id, paper: kind }, 'a paper is lost or was changed; a copy was given');
  return { bytes: await copyOf(ctx, row, kind), file: `${row.number}-copy.${end}` };
}
