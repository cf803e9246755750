/** Reads a bank statement from the bytes of a file. It keeps nothing and asks nobody. */
import { XmlError } from '@atrium/bbb/xml';
import { type Statement, type StatementRead, statementTrouble, type StatementTrouble } from '../../statements.rules.ts';
import { readCamt } from './camt.service.ts';
import { readCsv } from './csv.service.ts';
import type { CsvMapping } from './csv-table.service.ts';

const MOST_BYTES = 10 * 1024 * 1024;
/** Movements in one file; a bank's day has hundreds. */
const MOST_ENTRIES = 20_000;
const refused = (why: StatementTrouble, line: number | null = null): StatementRead => ({ kind: 'refused', why, line });

/** UTF-8 or UTF-16 when they say so, else Windows-1252, which banks still write. Null for what is no text. */
function textOf(bytes: Uint8Array): string | null {
  const label =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  const text = decoded(bytes, label) ?? decoded(bytes, 'windows-1252');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no text has
  return text === null || /[\u0000-\u0008\u000e-\u001f]/.test(text) ? null : text;
}
function decoded(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    // not in this encoding
    return null;
  }
}

/** Balances or movements of MT940 and MT942, which banks have ended. */
const isMt940 = (bytes: Uint8Array): boolean =>
  /^:(?:60[FM]|61|62[FM]):/m.test(Buffer.from(bytes.subarray(0, 100_000)).toString('latin1'));

/** `mapping`: for lists whose columns were not found. Every statement in it adds up, or none is given. */
export function readStatement(bytes: Uint8Array, mapping: CsvMapping = {}): StatementRead {
  if (bytes.length > MOST_BYTES) return refused('too_large');
  // before its text: some banks frame it by control characters
  if (isMt940(bytes)) return refused('mt940');
  const text = textOf(bytes);
  if (text === null) return refused('not_text');
  if (text.trim() === '') return refused('unknown_format');
  try {
    const statements = parsed(text, mapping);
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

function parsed(text: string, mapping: CsvMapping): Statement[] {
  if (/^\s*</.test(text.slice(0, 1000))) return readCamt(text, mapping.states ?? {});
  return readCsv(text, mapping);
}
