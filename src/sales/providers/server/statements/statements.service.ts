/** Reads a bank statement from the bytes of a file. It keeps nothing and asks nobody. */
import { XmlError } from '@atrium/bbb/xml';
import { type Statement, type StatementRead, statementTrouble, type StatementTrouble } from '../../statements.rules.ts';
import { readCamt } from './camt.service.ts';
import { hasTable, readCsv } from './csv.service.ts';
import type { CsvMapping } from './csv-table.service.ts';

const MOST_BYTES = 10 * 1024 * 1024;
/** Movements in one file; a bank's day has hundreds. */
const MOST_ENTRIES = 20_000;
const refused = (why: StatementTrouble, line: number | null = null): StatementRead => ({ kind: 'refused', why, line });

/** Encodings that say so, else UTF-8. Null for others. */
function markedText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded(bytes, 'utf-16be');
  // text of most languages has a zero in every other byte
  const zeros = bytes.subarray(0, 1000).reduce((count, byte, at) => count + (byte === 0 && at % 2 === 1 ? 1 : 0), 0);
  return decoded(bytes, zeros * 4 > Math.min(bytes.length, 1000) ? 'utf-16le' : 'utf-8');
}
/** What banks write that do not write Unicode yet, the likeliest first. */
const oldEncodings = ['windows-1252', 'windows-1250', 'windows-1251', 'windows-1254', 'shift_jis', 'gb18030', 'euc-kr'];
/** How much of a text is read to tell its encoding. */
const PROBE = 100_000;
/** Signs within words and words of accents alone come of a wrong encoding. */
const isPlausible = (text: string): boolean =>
  !/[\u0080-\u009f\ufffd]|\p{L}[\p{S}\p{No}¡¿«»‚„…†‡‰“”•][\p{L}]|[À-ÿ]{4}/u.test(text.slice(0, PROBE));
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no text has
const isBinary = (text: string): boolean => /[\u0000-\u0008\u000e-\u001f]/.test(text);
function decoded(bytes: Uint8Array, label: string): string | null {
  try {
    const text = new TextDecoder(label, { fatal: true }).decode(bytes);
    return isBinary(text) ? null : text;
  } catch {
    // not in this encoding
    return null;
  }
}
/** A list in the first encoding that makes words of it and in which its headings are known; `otherwise`: as Windows-1252. */
function readOldList(bytes: Uint8Array, mapping: CsvMapping, otherwise: string): Statement[] {
  const texts = oldEncodings.flatMap((label) => decoded(bytes, label) ?? []).filter(isPlausible);
  const text =
    texts.find((one) => hasTable(one.length < PROBE ? one : one.slice(0, one.lastIndexOf('\n', PROBE)), mapping)) ?? otherwise;
  return readCsv(text, mapping);
}

/** Balances or movements of MT940 and MT942, which banks have ended. */
const isMt940 = (bytes: Uint8Array): boolean =>
  /^:(?:60[FM]|61|62[FM]):/m.test(Buffer.from(bytes.subarray(0, 100_000)).toString('latin1'));

/** Excel before 2007. */
const isOldSpreadsheet = (bytes: Uint8Array): boolean => [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte);
/** OFX, QIF, 1C, JSON and EDIFACT: made for other programs. */
const otherPrograms = /^\s*(?:OFXHEADER|<OFX|!Type:|!Account|1CClientBankExchange|\{|UN[AB][:+])/;

/** `mapping`: for lists whose columns were not found. Every statement in it adds up, or none is given. */
export function readStatement(bytes: Uint8Array, mapping: CsvMapping = {}): StatementRead {
  if (bytes.length > MOST_BYTES) return refused('too_large');
  // before its text: some banks frame it by control characters
  if (isMt940(bytes)) return refused('mt940');
  const known = markedText(bytes);
  const text = known ?? decoded(bytes, 'windows-1252');
  if (isOldSpreadsheet(bytes) || /^\s*<(?:html|table|!DOCTYPE html)/i.test(text ?? '')) return refused('spreadsheet');
  if (text === null || text.startsWith('%PDF-')) return refused('not_text');
  if (text.trim() === '' || otherPrograms.test(text)) return refused('unknown_format');
  try {
    const isXml = /^\s*</.test(text.slice(0, 1000));
    const statements = isXml
      ? readCamt(text, mapping.states ?? {})
      : known === null
        ? readOldList(bytes, mapping, text)
        : readCsv(text, mapping);
    if (statements.reduce((count, { entries }) => count + entries.length, 0) > MOST_ENTRIES) return refused('too_large');
    const trouble = statements.map(statementTrouble).find((one) => one !== null);
    return trouble === undefined ? { kind: 'read', statements } : refused(trouble);
  } catch (error) {
    if (error instanceof XmlError) return refused('not_readable');
    if (error instanceof Error && 'why' in error && 'line' in error)
      // cast: made by `unreadable` alone
      return refused(error.why as StatementTrouble, error.line as number | null);
    throw error;
  }
}
