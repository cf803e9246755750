/** The file of a period: a zip of lists, papers, and a report of the numbers. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { csvLine, csvMark } from '#kit/csv.ts';
import { toDecimal } from '#kit/money.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf, type WrittenFile } from '#kit/server/files/files.ts';
import { type ZipEntry, zipOf } from '#kit/server/files/zip.ts';
import { dayIn, midnightAfter, startOf } from '#sales/billing/days.rules.ts';
import {
  documentsOf,
  entriesIn,
  type NumberedSeries,
  papersOf,
  paymentsIn,
  type PeriodDocument,
  type PeriodPayment,
  seriesIn,
} from '#sales/billing/server/period-papers.service.ts';
import { brokenPapers } from '#sales/billing/server/papers.service.ts';
import { findSellerZone } from '#sales/billing/server/seller-facts.service.ts';
import {
  documentCells,
  documentColumns,
  entryPostings,
  ledgerColumns,
  numberColumns,
  paymentCells,
  paymentColumns,
  taxCells,
  taxColumns,
} from '../period-columns.rules.ts';
import type { PeriodRow } from './bank.table.ts';

export const periodFile = (row: Pick<PeriodRow, 'id' | 'accountId'>): string => `period-exports/${row.accountId}/${row.id}.zip`;

type Rows = AsyncGenerator<readonly string[]>;
async function* textOf(columns: readonly string[], rows: Rows, delimiter: ',' | ';' = ','): AsyncGenerator<string> {
  yield csvMark + csvLine(columns, delimiter);
  for await (const cells of rows) yield csvLine(cells, delimiter);
}
const list = (path: string, text: () => AsyncGenerator<string>): ZipEntry => ({ path, open: () => Readable.from(text()) });
async function* spread<T>(items: AsyncGenerator<T>, cells: (item: T) => readonly (readonly string[])[]): Rows {
  for await (const item of items) yield* cells(item);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** Every number of a series; each row's last cell seals it together with all before it. */
async function* numberRows(all: readonly NumberedSeries[]): Rows {
  for (const { series, numbers } of all) {
    let chain = '';
    for await (const { serial, found } of numbers()) {
      const cells =
        found === null
          ? ['', 'missing', '', '', '', '', '']
          : [
              found.number,
              found.state,
              found.issueDate ?? '',
              toDecimal({ minor: found.total, currency: found.currency }),
              found.currency,
              found.pdfSha256 ?? '',
              found.xmlSha256 ?? '',
            ];
      // the state may still move and is left out: what is sealed is the document
      chain = sha256([chain, series.kind, series.year, serial, ...cells.toSpliced(1, 1)].join('|'));
      yield [series.kind, String(series.year), String(serial), ...cells, chain];
    }
  }
}

const whoseOf = ({ side, accountId }: PeriodRow) => (side === 'seller' ? { sellerId: accountId } : { accountId });

async function listEntries(ctx: Ctx, row: PeriodRow): Promise<ZipEntry[]> {
  const { read } = ctx.system;
  const zone = row.side === 'seller' ? await findSellerZone(read, row.accountId) : 'UTC';
  const documents = () => documentsOf(read, { ...whoseOf(row), from: row.fromDay, to: row.toDay });
  const span = { since: new Date(startOf(row.fromDay, zone)), until: new Date(midnightAfter(row.toDay, zone)) };
  const payments = () => paymentsIn(read, { ...whoseOf(row), ...span });
  const paid = (one: PeriodPayment) => ({
    ...one,
    settledOn: one.payment.settledAt === null ? '' : dayIn(one.payment.settledAt.getTime(), zone),
  });
  const has = (part: PeriodRow['parts'][number]) => row.parts.includes(part);
  const postings = () =>
    spread(entriesIn(read, { sellerId: row.accountId, ...span }), (one) =>
      entryPostings({ ...one, on: dayIn(one.at.getTime(), zone) }),
    );
  const years: number[] = [];
  for (let year = Number(row.fromDay.slice(0, 4)); year <= Number(row.toDay.slice(0, 4)); year += 1) years.push(year);
  const series = has('gaps') && row.side === 'seller' ? await seriesIn(read, { sellerId: row.accountId, years }) : null;
  return [
    ...(has('documents')
      ? [
          list('documents.csv', () =>
            textOf(
              documentColumns,
              spread(documents(), (one) => [documentCells(one)]),
            ),
          ),
          list('taxes.csv', () => textOf(taxColumns, spread(documents(), taxCells))),
        ]
      : []),
    ...(has('payments')
      ? [
          list('payments.csv', () =>
            textOf(
              paymentColumns,
              spread(payments(), (one) => [paymentCells(paid(one))]),
            ),
          ),
        ]
      : []),
    ...(has('ledger') && row.side === 'seller' ? [list('postings.csv', () => textOf(ledgerColumns, postings(), ';'))] : []),
    ...(series === null ? [] : [list('numbers.csv', () => textOf(numberColumns, numberRows(series)))]),
  ];
}

/** Documents whose papers are read between two signs of life: from a distant store that takes seconds. */
const READ_AT_ONCE = 20;

async function paperEntries(ctx: Ctx, row: PeriodRow, alive: () => Promise<void>): Promise<ZipEntry[]> {
  const files = filesOf(ctx.config);
  const entries: ZipEntry[] = [];
  const missing: string[] = [];
  const add = async (one: PeriodDocument) => {
    const broken = await brokenPapers(ctx, one);
    for (const { kind, name, file } of papersOf(one))
      if (broken.includes(kind)) missing.push(file);
      else entries.push({ path: `papers/${file}`, open: () => files.get(name) });
    if (one.papersAt === null) missing.push(one.number ?? one.id);
  };
  let read = 0;
  for await (const one of documentsOf(ctx.system.read, { ...whoseOf(row), from: row.fromDay, to: row.toDay })) {
    if (read % READ_AT_ONCE === 0) await alive();
    read += 1;
    await add(one);
  }
  // a paper that is not made yet, was lost or was changed is named instead of given as if it were the original
  if (missing.length > 0) entries.push({ path: 'papers/missing.txt', open: () => Readable.from([`${missing.join('\n')}\n`]) });
  return entries;
}

/** Writes the whole file or none. `alive` gets the progress in percent. */
export async function writePeriod(ctx: Ctx, row: PeriodRow, alive: (progress: number) => Promise<void>): Promise<WrittenFile> {
  const papers = row.parts.includes('papers') ? await paperEntries(ctx, row, () => alive(0)) : [];
  const entries = [...(await listEntries(ctx, row)), ...papers];
  let done = 0;
  const { stream, fail, close } = zipOf(entries, {
    onEnd: () => {
      done += 1;
    },
  });
  const pulse = setInterval(
    () => void alive(Math.min(99, Math.floor((100 * done) / Math.max(1, entries.length)))).catch(fail),
    2_000,
  );
  try {
    return await filesOf(ctx.config).put(periodFile(row), stream);
  } finally {
    clearInterval(pulse);
    close();
  }
}
