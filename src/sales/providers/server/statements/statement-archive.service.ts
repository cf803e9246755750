/** Statements in a ZIP file, as savings banks hand them out: one file for each day. */
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import type { Statement, StatementRead } from '../../statements.rules.ts';
import type { CsvMapping } from './csv-table.service.ts';
import { unreadable } from './entry.service.ts';
import { readStatement } from './statements.service.ts';

/** Limits against archives that unpack to far more than they are. */
const MOST_FILES = 400;
const MOST_UNPACKED = 40 * 1024 * 1024;
/** Movements in all files together. */
const MOST_ENTRIES = 20_000;

function openZip(bytes: Uint8Array): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // its own check of sizes ends a file that unpacks to more than it says
    fromBuffer(Buffer.from(bytes), { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error !== null) reject(error);
      else resolve(zip);
    });
  });
}
/** MT940 too, so that it is named when it is refused. */
const isStatement = ({ fileName }: Entry): boolean =>
  /\.(?:xml|csv|txt|sta|940|mt940|swi)$/i.test(fileName) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(fileName);

/** Words beside the statements: a text without a single amount. */
const isLetter = ({ fileName }: Entry, bytes: Uint8Array): boolean =>
  /\.txt$/i.test(fileName) && !/\d[.,]\d\d?(?!\d)/.test(Buffer.from(bytes).toString('latin1'));

async function unpacked(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const stream = await zip.openReadStreamPromise(entry);
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function readArchive(bytes: Uint8Array, mapping: CsvMapping): Promise<StatementRead> {
  const zip = await openZip(bytes);
  const statements: Statement[] = [];
  let [files, size] = [0, 0];
  for await (const entry of zip.eachEntry()) {
    files += 1;
    if (entry.fileName === '[Content_Types].xml' || entry.fileName === 'content.xml')
      return { kind: 'refused', why: 'spreadsheet', line: null };
    if (files > MOST_FILES) return { kind: 'refused', why: 'too_large', line: null };
    if (!isStatement(entry)) continue;
    size += entry.uncompressedSize;
    if (size > MOST_UNPACKED) return { kind: 'refused', why: 'too_large', line: null };
    const bytes = await unpacked(zip, entry);
    const read = readStatement(bytes, mapping);
    if (read.kind === 'refused' && isLetter(entry, bytes)) continue;
    if (read.kind === 'refused') return read;
    statements.push(...read.statements);
    if (statements.reduce((count, { entries }) => count + entries.length, 0) > MOST_ENTRIES) throw unreadable('too_large');
  }
  return statements.length === 0 ? { kind: 'refused', why: 'empty_archive', line: null } : { kind: 'read', statements };
}

/** As `readStatement`, and each statement of a ZIP file; one that cannot be read refuses all of them. */
export async function readStatementFile(bytes: Uint8Array, mapping: CsvMapping): Promise<StatementRead> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
  if (!isZip) return readStatement(bytes, mapping);
  return readArchive(bytes, mapping).catch((): StatementRead => ({ kind: 'refused', why: 'not_readable', line: null }));
}
