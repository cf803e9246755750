/** The files of a statement: made once, kept with their SHA-256, and told to the vendor's owners with the statement. */
import { Readable } from 'node:stream';
import { notFound } from '#kit/errors.ts';
import { formatMoney, money } from '#kit/money.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { filesOf } from '#kit/server/files.ts';
import { findNumbers } from '#sales/billing/server/resold.service.ts';
import { hasXml, type InvoiceDocument } from '#sales/documents/documents.rules.ts';
import { toCii } from '#sales/documents/server/cii.service.ts';
import { checkDocument } from '#sales/documents/en16931.rules.ts';
import { renderInvoice } from '#sales/documents/server/pdf.service.ts';
import { toUbl } from '#sales/documents/server/ubl.service.ts';
import { mailOwners, sideOf } from '#sales/vendors/server/access.service.ts';
import { paperStatement, statementById, statementsWithoutPapers } from './earned.queries.ts';
import { resaleMails } from './resale.mail.ts';
import type { StatementRow } from './resale.table.ts';
import { statementDocument } from './statement-document.service.ts';

export const PAPERS_JOB = 'resale.papers';
export type StatementPaper = 'pdf' | 'cii' | 'ubl';
/** Where the account's invoices are, so that they share their fate. */
const fileOf = (row: Pick<StatementRow, 'id' | 'accountId'>, kind: StatementPaper): string =>
  `invoices/${row.accountId}/${row.id}.${kind === 'pdf' ? 'pdf' : `${kind}.xml`}`;

/** Nothing of a document that the standard would refuse: it stays on paper. */
async function files(ctx: Ctx, row: StatementRow, doc: InvoiceDocument | null) {
  if (doc === null) return { pdfSha256: null, xmlSha256: null, ublSha256: null };
  const put = (kind: StatementPaper, bytes: Uint8Array | string) =>
    filesOf(ctx.config).put(fileOf(row, kind), Readable.from([Buffer.from(bytes)]));
  const printed = await renderInvoice(doc, (findings) =>
    ctx.log.warn({ statement: row.id, findings }, 'a paper was made that is not PDF/A'),
  );
  const pdf = await put('pdf', printed);
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
      month: new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
        Date.parse(`${month}-01T00:00:00Z`),
      ),
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

/** For the operator any, for a vendor its own. Throws `not_found` for another's, and for what is not made. */
export async function findStatementPaper(
  ctx: Ctx,
  { id, kind }: { id: string; kind: StatementPaper },
): Promise<{ name: string; file: string }> {
  const actor = sideOf(ctx);
  const row = await statementById(ctx.system.read, id);
  if (row === null || (actor.accountKind !== 'operator' && row.accountId !== actor.accountId)) throw notFound();
  if (row.number === null || row.pdfSha256 === null || (kind !== 'pdf' && row.xmlSha256 === null)) throw notFound();
  return { name: fileOf(row, kind), file: `${row.number}.${kind === 'pdf' ? 'pdf' : `${kind}.xml`}` };
}
