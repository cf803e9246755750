/** Tables as text (RFC 4180), for spreadsheets: a cell that one would take for a formula is led by an apostrophe. */

/** What a program reads as the beginning of a formula, full-width forms among it. */
const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
function cellOf(text: string, delimiter: string): string {
  const safe = formula.test(text) && !/^[+-]?\d+([.,]\d+)?$/.test(text) ? `'${text}` : text;
  return /["\r\n]/.test(safe) || safe.includes(delimiter) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One row with its end. */
export const csvLine = (cells: readonly string[], delimiter: ',' | ';' = ','): string =>
  `${cells.map((text) => cellOf(text, delimiter)).join(delimiter)}\r\n`;
/** Comes first in a file, so that spreadsheets read it as UTF-8. */
export const csvMark = '\ufeff';
/** Rows as one text. */
export const csvOf = (rows: readonly (readonly string[])[]): string => `${csvMark}${rows.map((row) => csvLine(row)).join('')}`;
