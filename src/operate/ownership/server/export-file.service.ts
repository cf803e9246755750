/** The file of an export: a zip of one JSON list for each table, the logos, and the files of recordings and the library where
 * they were asked for. */
import { Readable } from 'node:stream';
import type { Ctx } from '#kit/server/ctx.ts';
import { filesOf, type WrittenFile } from '#kit/server/files/files.ts';
import { type ZipEntry, zipOf } from '#kit/server/files/zip.ts';
import { recordingIdsOf } from '#meet/recordings/server/ending.service.ts';
import { folderOf } from '#meet/recordings/server/play-files.service.ts';
import { exportProgress, tableFates } from '../ownership.rules.ts';
import type { ExportRow } from './exports.queries.ts';
import { accountRow, accountTables, exportedVersions, peopleOf, type TableRow, rowsOf, vendorLogo } from './rows.queries.ts';

export const exportFile = (row: Pick<ExportRow, 'id' | 'accountId'>): string => `exports/${row.accountId}/${row.id}.zip`;

async function* listText(rows: AsyncIterable<TableRow>, count: (n: number) => void): AsyncGenerator<string> {
  let n = 0;
  yield '[';
  for await (const row of rows) {
    yield `${n === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`;
    n += 1;
  }
  yield n === 0 ? ']\n' : '\n]\n';
  count(n);
}

/** `bytes`: of a recording's file. */
type ExportEntry = ZipEntry & { bytes?: number };
type TableCounts = Record<string, number>;

async function tableEntries(ctx: Ctx, accountId: string, counts: TableCounts): Promise<ExportEntry[]> {
  const { read } = ctx.system;
  const entry = (name: string, rows: () => AsyncIterable<TableRow>): ExportEntry => ({
    path: `data/${name}.json`,
    open: () =>
      Readable.from(
        listText(rows(), (n) => {
          counts[name] = n;
        }),
      ),
  });
  const tables = (await accountTables(read)).filter((name) => tableFates[name]?.export === 'rows');
  return [
    entry('account', () => accountRow(read, accountId)),
    entry('people', () => peopleOf(read, accountId)),
    ...tables.map((name) => entry(name, () => rowsOf(read, name, accountId))),
  ];
}

async function recordingEntries(ctx: Ctx, accountId: string): Promise<ExportEntry[]> {
  const files = filesOf(ctx.config);
  const entries: ExportEntry[] = [];
  for (const row of await recordingIdsOf(ctx.system.read, accountId)) {
    const folder = folderOf(row);
    for await (const { name, bytes } of files.list(folder))
      entries.push({
        path: `recordings/${row.id}/${name.slice(folder.length + 1)}`,
        bytes,
        open: () => files.get(name),
      });
  }
  return entries;
}

/** What was put into the library, by its version in `data/library_versions.json`;
 * pictures that we drew of it are left out, and attachments of personal mails. */
async function libraryEntries(ctx: Ctx, accountId: string): Promise<ExportEntry[]> {
  const files = filesOf(ctx.config);
  const exported = await exportedVersions(ctx.system.read, accountId);
  const entries: ExportEntry[] = [];
  for await (const { name, bytes } of files.list(`library/${accountId}`)) {
    const path = name.replace(`library/${accountId}/`, 'library/');
    const [, version = ''] = /^library\/([^/]+)\/content\.[^/]+$/.exec(path) ?? [];
    if (exported.has(version)) entries.push({ path, bytes, open: () => files.get(name) });
  }
  return entries;
}

/** What the account shows in its own name: its logo, and the one that customers of a vendor see. */
async function logoEntries(ctx: Ctx, accountId: string): Promise<ExportEntry[]> {
  const files = filesOf(ctx.config);
  const folder = `logos/${accountId}`;
  const entries: ExportEntry[] = [];
  for await (const { name, bytes } of files.list(folder))
    entries.push({ path: `logos/${name.slice(folder.length + 1)}`, bytes, open: () => files.get(name) });
  const shown = await vendorLogo(ctx.system.read, accountId);
  if (shown !== null)
    entries.push({ path: 'logos/vendor.webp', bytes: shown.length, open: () => Readable.from([Buffer.from(shown)]) });
  return entries;
}

/** What the file holds, what it leaves out, and why. */
const manifestOf = (ctx: Ctx, row: ExportRow, counts: TableCounts): string =>
  `${JSON.stringify(
    {
      product: 'atrium',
      format: 1,
      account: row.accountId,
      madeAt: new Date(ctx.now()).toISOString(),
      rows: counts,
      leftOut: Object.fromEntries(
        Object.entries(tableFates).flatMap(([name, fate]) => (fate.export === 'rows' ? [] : [[name, fate.export]])),
      ),
      hidden: 'Passwords, keys, secrets and their hashes are never part of an export.',
      library: row.withRecordings ? 'Every version, as library/<id of the version>/content.*.' : 'Not asked for.',
      mails: 'Mails between people, and files that were sent with them or not sent yet, belong to the person alone.',
      recordings: row.withRecordings ? 'Files that are kept here; others stand in data/recordings.json.' : 'Not asked for.',
    },
    null,
    2,
  )}\n`;

/** Writes the whole file or none. `alive` gets the progress in percent. */
export async function writeExport(ctx: Ctx, row: ExportRow, alive: (progress: number) => Promise<void>): Promise<WrittenFile> {
  const counts: TableCounts = {};
  const entries: ExportEntry[] = [
    ...(await tableEntries(ctx, row.accountId, counts)),
    ...(await logoEntries(ctx, row.accountId)),
    ...(row.withRecordings ? await recordingEntries(ctx, row.accountId) : []),
    ...(row.withRecordings ? await libraryEntries(ctx, row.accountId) : []),
    { path: 'manifest.json', open: () => Readable.from([manifestOf(ctx, row, counts)]) },
  ];
  const lists = { done: 0, all: entries.filter((one) => one.bytes === undefined).length };
  const bytes = { done: 0, all: entries.reduce((sum, one) => sum + (one.bytes ?? 0), 0) };
  const { stream, fail, close } = zipOf<ExportEntry>(entries, {
    onEnd: (entry) => {
      lists.done += entry.bytes === undefined ? 1 : 0;
    },
    onPart: (entry, part) => {
      bytes.done += entry.bytes === undefined ? 0 : part;
    },
  });
  const pulse = setInterval(() => void alive(exportProgress({ lists, bytes })).catch(fail), 2_000);
  try {
    return await filesOf(ctx.config).put(exportFile(row), stream);
  } finally {
    clearInterval(pulse);
    close();
  }
}
