/**
 * The files of a statement: made once, kept with their SHA-256, and mailed to the vendor's owners with the statement. A damaged one is replaced
 * by a copy.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { formatDay } from '#kit/dates.ts';
import { notFound } from '#kit/errors.ts';
import { formatMoney, money } from '#kit/money.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { findNumbers } from '#sales/billing/server/resold.service.ts';
import { hasXml, type InvoiceDocument } from '#sales/documents/documents.rules.ts';
import { toCii } from '#sales/documents/server/cii.service.ts';
import { checkDocument } from '#sales/documents/en16931.rules.ts';
import { renderInvoice } from '#sales/documents/server/pdf.service.ts';
import { toUbl } from '#sales/documents/server/ubl.service.ts';
import { mailOwners, sideOf } from '#sales/vendors/server/access.service.ts';
import { drawPaperedStatements, paperStatement, statementById, statementsWithoutPapers } from './earned.queries.ts';
import { resaleMails } from './resale.mail.ts';
import type { StatementRow } from './resale.table.ts';
import { statementDocument } from './statement-document.service.ts';

export const PAPERS_JOB = 'resale.papers';
export type StatementPaper = 'pdf' | 'cii' | 'ubl';
/** Where the account's invoices are, so that they share their fate. */
const fileOf = (row: Pick<StatementRow, 'id' | 'accountId'>, kind: StatementPaper): string =>
  `invoices/${row.accountId}/${row.id}.${kind === 'pdf' ? 'pdf' : `${kind}.xml`}`;

const printed = (ctx: Ctx, row: StatementRow, doc: InvoiceDocument): Promise<Uint8Array> =>
  renderInvoice(doc, (findings) => ctx.log.warn({ statement: row.id, findings }, 'a paper was made that is not PDF/A'));

/** Nothing of a document that the standard would refuse: it stays on paper. */
async function files(ctx: Ctx, row: StatementRow, doc: InvoiceDocument | null) {
  if (doc === null) return { pdfSha256: null, xmlSha256: null, ublSha256: null };
  const put = (kind: StatementPaper, bytes: Uint8Array | string) =>
    filesOf(ctx.config).put(fileOf(row, kind), Readable.from([Buffer.from(bytes)]));
  const pdf = await put('pdf', await printed(ctx, row, doc));
  if (!hasXml(doc) || checkDocument(doc).length > 0) return { pdfSha256: pdf.sha256, xmlSha256: null, ublSha256: null };
  const cii = await put('cii', toCii(doc));
  const ubl = await put('ubl', toUbl(doc));
  return { pdfSha256: pdf.sha256, xmlSha256: cii.sha256, ublSha256: ubl.sha256 };
}

async function tell(ctx: Ctx, tx: Db, row: StatementRow): Promise<void> {
  const { accountId, kind, month, gross, currency, invoiceId } = row;
  const number = row.number ?? (invoiceId === null ? '' : ((await findNumbers(tx, [invoiceId])).get(invoiceId) ?? ''));
  await mailOwners(ctx, tx, {
    accountId,
    template: resaleMails.statement,
    path: `/vendors?tab=months&statement=${row.id}`,
    data: (locale) => ({
      ...{ kind, number, total: formatMoney(money(gross, currency), locale) },
      month: formatDay(`${month}-01`, 'month', locale),
    }),
  });
}

/** Makes what is missing and tells it, once. Run again after a death in between it makes the same bytes. */
export async function makeStatementPapers(ctx: Ctx, id: string): Promise<void> {
  const row = await statementById(ctx.system.read, id);
  if (row === null || row.papersAt !== null) return;
  const made = await files(ctx, row, await statementDocument(ctx.system.read, row));
  await ctx.system.write(async (tx) => {
    if (!(await paperStatement(tx, id, { ...made, papersAt: new Date(ctx.now()) }))) return;
    await tell(ctx, tx, row);
    await ctx.bus.push(tx, { topic: `account:${row.accountId}`, kind: 'resale' });
  });
}
/** Those whose making was lost. */
export async function makeMissingPapers(ctx: Ctx): Promise<void> {
  for (const { id } of await statementsWithoutPapers(ctx.system.read, 100))
    await makeStatementPapers(ctx, id).catch((error: unknown) =>
      ctx.log.error({ error, statement: id }, 'the papers of a statement could not be made'),
    );
}

/** The papers that a statement has, each with its sum; null: it is older than its sum is kept. */
function papersOf({ pdfSha256: pdf, xmlSha256: cii, ublSha256: ubl }: StatementRow): [StatementPaper, string | null][] {
  if (pdf === null) return [];
  const printed: [StatementPaper, string][] = [['pdf', pdf]];
  return cii === null ? printed : [...printed, ['cii', cii], ['ubl', ubl]];
}
/** The bytes of a file that are what they were on its day; null for what is lost or was changed since. */
async function keptPaper(ctx: Ctx, row: StatementRow, [kind, sum]: [StatementPaper, string | null]): Promise<Buffer | null> {
  const files = filesOf(ctx.config);
  const name = fileOf(row, kind);
  if ((await files.stat(name)) === null) return null;
  const bytes = await buffer(await files.get(name));
  return sum === null || createHash('sha256').update(bytes).digest('hex') === sum ? bytes : null;
}

/**
 * Checks the files of some statements, another sample each day, and of those named; returns those of which one is not what it was. A store that cannot
 * be asked rejects: nothing is known then.
 */
export async function drawBrokenStatements(
  ctx: Ctx,
  { count, also }: { count: number; also: readonly string[] },
): Promise<{ id: string; accountId: string }[]> {
  const word = new Date(ctx.now()).toISOString().slice(0, 10);
  const broken: { id: string; accountId: string }[] = [];
  for (const row of await drawPaperedStatements(ctx.system.read, { word, count, also })) {
    let lost = 0;
    for (const paper of papersOf(row)) if ((await keptPaper(ctx, row, paper)) === null) lost += 1;
    if (lost > 0) broken.push({ id: row.id, accountId: row.accountId });
  }
  return broken;
}

/** Rendered again from the stated data, marked as a copy; the original stays as it was found. */
async function copyOf(ctx: Ctx, row: StatementRow, kind: StatementPaper): Promise<Buffer> {
  const doc = await statementDocument(ctx.system.read, row);
  if (doc === null) throw notFound();
  const copy: InvoiceDocument = { ...doc, mark: 'copy' };
  return Buffer.from(kind === 'pdf' ? await printed(ctx, row, copy) : kind === 'cii' ? toCii(copy) : toUbl(copy));
}

/**
 * For the operator any, for a vendor its own; a copy where the original is lost or was changed. Throws `not_found` for another's, and for what is not
 * made.
 */
export async function findStatementPaper(
  ctx: Ctx,
  { id, kind }: { id: string; kind: StatementPaper },
): Promise<{ bytes: Buffer; file: string }> {
  const actor = sideOf(ctx);
  const row = await statementById(ctx.system.read, id);
  if (row === null || (actor.accountKind !== 'operator' && row.accountId !== actor.accountId)) throw notFound();
  const paper = papersOf(row).find(([one]) => one === kind);
  if (row.number === null || paper === undefined) throw notFound();
  const end = kind === 'pdf' ? 'pdf' : `${kind}.xml`;
  const kept = await keptPaper(ctx, row, paper);
  if (kept !== null) return { bytes: kept, file: `${row.number}.${end}` };
  ctx.log.error({ statement: id, paper: kind }, 'a paper is lost or was changed; a copy was given');
  return { bytes: await copyOf(ctx, row, kind), file: `${row.number}-copy.${end}` };
}
