import { csvLine, csvMark } from '#kit/csv.ts';
import type { ListState } from './list-state.ts';
import type { TableColumn, CsvExport } from './table-shape.ts';

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

/** The whole list as CSV, asked page by page with the rights of the reader. Columns without `text` are left out. */
export async function csvOfList<R>(csv: CsvExport<R>, columns: readonly TableColumn<R>[], list: ListState): Promise<string> {
  const shown = columns.flatMap(({ title, text }) => (text === undefined ? [] : [{ title, text }]));
  const lines = [csvMark, csvLine(shown.map(({ title }) => title))];
  let after: string | null = null;
  do {
    const { items, next }: Awaited<ReturnType<typeof csv.page>> = await csv.page({ ...list, after });
    for (const row of items) lines.push(csvLine(shown.map(({ text }) => text(row))));
    after = next;
  } while (after !== null);
  return lines.join('');
}
