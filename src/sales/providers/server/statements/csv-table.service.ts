/** The table in a list, between lines that say something else. */
import { CsvError, parse } from 'csv-parse/sync';
import { looseDecimal } from './csv-amounts.service.ts';
import { type DayOrder, readDay } from './csv-days.service.ts';
import { type CsvColumnPlaces, type CsvMappedColumns, findColumns } from './csv-headings.service.ts';
import { tidyText, unreadable } from './entry.service.ts';
import type { StateAnswers } from './line-state.service.ts';

/**
 * `currency`: of lists that do not say it. `days`: how ambiguous dates are read. `states`: what words mean that are not known. `today`: no line is
 * booked later than that. */
export type CsvMapping = {
  columns?: CsvMappedColumns;
  currency?: string;
  days?: DayOrder;
  states?: StateAnswers;
  today?: string;
};

/** Without what keeps spreadsheets from reading a cell as a number: `="0123"`, `'0123`. */
const bareCell = (cell: string): string => cell.replace(/^="([^"]*)"$|^'([^']*)'?$/, '$1$2');
export type CsvRow = { cells: string[]; line: number };
/** RFC 4180 with any one delimiter, and quotes inside of cells as banks leave them; a quote that never ends is unreadable. */
export function rowsOf(text: string, delimiter: string): CsvRow[] {
  const rows: CsvRow[] = [];
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { lines }) => {
        // lines are counted at the end of a row
        rows.push({ cells: cells.map(bareCell), line: lines - cells.join('').split('\n').length + 1 });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = error['lines'];
    throw unreadable('not_readable', typeof line === 'number' ? line : null);
  }
}

/** How many lines before the headings are looked at: banks write their address there. */
const MOST_PREAMBLE = 60;
/** How many lines below are looked at to tell what a column holds. */
const MOST_SAMPLES = 200;

export type CsvTable = { before: readonly CsvRow[]; head: readonly string[]; body: readonly CsvRow[]; columns: CsvColumnPlaces };
/** The headings are the row that names the most columns. */
export function tableIn(rows: readonly CsvRow[], mapping: CsvMapping): CsvTable | null {
  let [best, most]: [CsvTable | null, number] = [null, 0];
  for (const [at, { cells }] of rows.slice(0, MOST_PREAMBLE).entries()) {
    // a heading has no amounts and days beside it
    if (cells.length < 2 || cells.some((cell) => readDay(cell, 'day-first').kind === 'day')) continue;
    const body = rows.slice(at + 1);
    // a line of the table has more than one cell
    const linesOf = (some: readonly CsvRow[]) => some.map((row) => row.cells).filter((one) => one.length > 1);
    const sample = linesOf(body.slice(0, MOST_SAMPLES));
    const columns = findColumns(cells, { sample, all: () => linesOf(body) }, mapping.columns ?? {});
    const count = columns === null ? 0 : Object.keys(columns).length;
    if (columns !== null && count > most) [best, most] = [{ before: rows.slice(0, at), head: cells, body, columns }, count];
  }
  return best;
}

export const cellAt = ({ cells }: CsvRow, at: number | undefined): string | null => {
  const text = at === undefined ? null : tidyText(cells[at]);
  return text === null || /^[-–—*]+$/.test(text) ? null : text;
};

export const hasAmount = (row: CsvRow, { amount, credit, debit }: CsvColumnPlaces): boolean =>
  [amount, credit, debit].some((at) => looseDecimal(cellAt(row, at) ?? '', 'EUR') !== null);
