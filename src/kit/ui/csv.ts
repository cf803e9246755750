/**
 * Rows as CSV (RFC 4180), with a byte order mark so that spreadsheets read it as UTF-8. A cell that a spreadsheet would take
 * for a formula is led by an apostrophe.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const safe = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+([.,]\d+)?$/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Hands a text to the reader as a file. `type` is its media type. */
export function saveText({ file, text, type }: { file: string; text: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file;
  link.click();
  // the browser has taken the address once the click is handled
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Hands a table to the reader as a file. */
export const download = (file: string, text: string): void => saveText({ file, text, type: 'text/csv' });
