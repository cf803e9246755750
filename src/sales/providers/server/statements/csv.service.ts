/** Statements as lists: a table with lines around it, of which those are movements that have a day and an amount. */
import { CsvError, parse } from 'csv-parse/sync';
import { isCurrency, type Money } from '#kit/money.ts';
import type { LeftOut, LineState, Statement, StatementEntry } from '../../statements.rules.ts';
import { currencyAround, currencyNamed, looseDecimal } from './csv-amounts.service.ts';
import { type DayOrder, dayOrderIn, readDay } from './csv-days.service.ts';
import { type CsvColumn, type CsvColumnPlaces, type CsvMappedColumns, findColumns } from './csv-headings.service.ts';
import { plainWords, saysAny, wordList } from './csv-words.service.ts';
import { amountFrom, type BareEntry, ibanIn, leftOutCounter, namedEntries, said, unreadable } from './entry.service.ts';
import { lineStateOf, type StateAnswers } from './line-state.service.ts';

/** `currency`: of lists that do not say it. `days`: how ambiguous dates are read. `states`: what words mean that are not known. */
export type CsvMapping = { columns?: CsvMappedColumns; currency?: string; days?: DayOrder; states?: StateAnswers };

type CsvRow = { cells: string[]; line: number };
/** RFC 4180 with any one delimiter, and quotes inside of cells as banks leave them; a quote that never ends is unreadable. */
function rowsOf(text: string, delimiter: string): CsvRow[] {
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
        rows.push({ cells, line: lines - cells.join('').split('\n').length + 1 });
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

type CsvTable = { before: readonly CsvRow[]; head: readonly string[]; body: readonly CsvRow[]; columns: CsvColumnPlaces };
/** The headings are the row that names the most columns. */
function tableIn(rows: readonly CsvRow[], mapping: CsvMapping): CsvTable | null {
  let [best, most]: [CsvTable | null, number] = [null, 0];
  for (const [at, { cells }] of rows.slice(0, MOST_PREAMBLE).entries()) {
    // a heading has no amounts and days beside it
    if (cells.length < 2 || cells.some((cell) => readDay(cell, 'day-first').kind === 'day')) continue;
    const body = rows.slice(at + 1);
    const below = body.slice(0, MOST_SAMPLES).map((row) => row.cells);
    const columns = findColumns(
      cells,
      // a line of the table has more than one cell
      below.filter((one) => one.length > 1),
      mapping.columns ?? {},
    );
    const count = columns === null ? 0 : Object.keys(columns).length;
    if (columns !== null && count > most) [best, most] = [{ before: rows.slice(0, at), head: cells, body, columns }, count];
  }
  return best;
}

/** What lines around the table say, where all say the same. */
function currencyOfLines(rows: readonly CsvRow[]): string | null {
  const [only, ...more] = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => currencyAround(cell) ?? [])));
  return only === undefined || more.length > 0 ? null : only;
}
function currencyOfTable({ before, head, body, columns }: CsvTable, mapping: CsvMapping): string | null {
  const named = [columns.amount, columns.credit, columns.debit].flatMap((at) =>
    at === undefined ? [] : (currencyNamed(head[at] ?? '') ?? []),
  );
  const beside = head.flatMap((heading) => currencyNamed(heading) ?? []);
  const around = body.filter(({ cells }) => readDay(cells[columns.booked] ?? '', 'day-first').kind !== 'day');
  return (
    named[0] ?? mapping.currency ?? (new Set(beside).size === 1 ? beside[0] : null) ?? currencyOfLines([...before, ...around])
  );
}

/** Which way an amount without a sign went, where a column of its own says so. */
const wentOut = wordList(
  '=af|=s|=soll|=d|=dr|=debit|=debet|=dbit|=out|=ausgang|=money out|=sortie|=borc|=cargo|=расход|=支出|=出金',
);
const cameIn = wordList('=bij|=h|=haben|=c|=cr|=credit|=crdt|=in|=eingang|=money in|=entree|=alacak|=abono|=приход|=收入|=入金');
function sideColumn({ body, columns, head }: CsvTable): number | null {
  const taken = new Set(Object.values(columns).flat());
  const at = head.findIndex((_heading, place) => {
    if (taken.has(place) && !columns.texts.includes(place)) return false;
    const words = body.slice(0, MOST_SAMPLES).flatMap(({ cells }) => said(cells[place]) ?? []);
    return words.length > 0 && words.every((word) => saysAny(plainWords(word), [...wentOut, ...cameIn]));
  });
  return at < 0 ? null : at;
}

type TableReading = { table: CsvTable; currency: string | null; days: DayOrder; states: StateAnswers; side: number | null };
const cellAt = ({ cells }: CsvRow, at: number | undefined): string | null => {
  const text = at === undefined ? null : said(cells[at]);
  return text === null || /^[-–—*]+$/.test(text) ? null : text;
};

/** `unclear`: the bank has a word for it that is not known here. */
type ReadState = LineState | { unclear: string };
const announced = wordList('=vorgemerkt|=umsatz vorgemerkt|=pending|=offen');
function stateOf(row: CsvRow, { table: { columns }, states }: TableReading): ReadState {
  if (columns.state === undefined)
    return row.cells.some((cell, at) => !columns.texts.includes(at) && saysAny(plainWords(cell), announced))
      ? 'pending'
      : 'booked';
  const word = cellAt(row, columns.state) ?? '';
  return lineStateOf(word, states) ?? { unclear: word };
}

function amountOf(row: CsvRow, { table: { columns }, currency, side }: TableReading): Money | null {
  const [single, credit, debit] = [cellAt(row, columns.amount), cellAt(row, columns.credit), cellAt(row, columns.debit)];
  const isZero = (text: string | null) => text !== null && /^[0.,]+$/.test(text);
  // some banks write 0.00 on the other side
  const isCredit = credit !== null && !(isZero(credit) && debit !== null);
  const text = single ?? (isCredit ? credit : debit);
  if (text === null) return null;
  const code = (cellAt(row, columns.currency) ?? currency ?? currencyNamed(text))?.toUpperCase() ?? null;
  const digits = looseDecimal(text, code ?? 'EUR');
  if (digits === null) throw unreadable('not_readable', row.line);
  if (code === null) throw unreadable('unknown_currency', row.line);
  if (!isCurrency(code)) throw unreadable('not_readable', row.line);
  const isOut = digits.startsWith('-') || (single === null && !isCredit);
  const way = side === null ? '' : plainWords(row.cells[side] ?? '');
  const amount = amountFrom(digits.replace('-', ''), code, isOut || saysAny(way, wentOut) ? 'out' : 'in');
  if (amount === null) throw unreadable('not_readable', row.line);
  return amount;
}

/** Null for what is no movement: it has no day in the file's own form, or no amount. */
function movementOf(row: CsvRow, reading: TableReading): BareEntry | null {
  const { columns } = reading.table;
  const cell = (column: CsvColumn) => cellAt(row, columns[column]);
  const booked = readDay(cell('booked') ?? '', reading.days);
  if (booked.kind === 'no-day') return null;
  const amount = amountOf(row, reading);
  if (amount === null) return null;
  if (booked.kind === 'wrong-day') throw unreadable('not_readable', row.line);
  const value = readDay(cell('value') ?? '', reading.days);
  const account = ibanIn(cell('account'));
  const iban = ibanIn(cell('iban'));
  return {
    bankRef: cell('bankRef'),
    bookedOn: booked.day,
    valueOn: value.kind === 'day' ? value.day : null,
    amount,
    payerName: cell('name'),
    payerIban: iban === account ? null : iban,
    texts: columns.texts.flatMap((at) => cellAt(row, at) ?? []),
    endToEndId: cell('endToEnd'),
  };
}

function readTable(table: CsvTable, mapping: CsvMapping): Statement[] {
  const { body, columns } = table;
  const days = mapping.days ?? dayOrderIn(body.map(({ cells }) => cells[columns.booked] ?? ''));
  const reading: TableReading = {
    table,
    currency: currencyOfTable(table, mapping),
    days,
    states: mapping.states ?? {},
    side: sideColumn(table),
  };
  const left = leftOutCounter();
  const entries = body.flatMap((row) => {
    const state = stateOf(row, reading);
    // what is not booked may be written without a day
    if (state !== 'booked' && cellAt(row, columns.booked) !== null && hasAmount(row, columns)) {
      left.add(state);
      return [];
    }
    const entry = state === 'booked' ? movementOf(row, reading) : null;
    if (entry === null) left.add('other');
    return entry ?? [];
  });
  const account = body.flatMap((row) => ibanIn(cellAt(row, columns.account)) ?? [])[0] ?? null;
  if (entries.length === 0 && left.counts().other > 0) mustHaveRead(body, columns, left.counts());
  return byCurrency(namedEntries(account, entries), { account, leftOut: left.counts() });
}
const hasAmount = (row: CsvRow, { amount, credit, debit }: CsvColumnPlaces): boolean =>
  [amount, credit, debit].some((at) => looseDecimal(cellAt(row, at) ?? '', 'EUR') !== null);
/** Nothing was read though there are amounts: their days are written in a way that is not known. */
function mustHaveRead(body: readonly CsvRow[], columns: CsvColumnPlaces, { pending, cancelled, unclear }: LeftOut): void {
  if (pending + cancelled + unclear.length > 0) return;
  const first = body.find((row) => cellAt(row, columns.booked) !== null && hasAmount(row, columns));
  if (first !== undefined) throw unreadable('not_readable', first.line);
}

/** A list of several accounts at once becomes a statement for each currency; the first one counts what was left out. */
function byCurrency(entries: readonly StatementEntry[], of: { account: string | null; leftOut: LeftOut }): Statement[] {
  const currencies = [...new Set(entries.map(({ amount }) => amount.currency))];
  const groups =
    currencies.length < 2 ? [entries] : currencies.map((one) => entries.filter(({ amount }) => amount.currency === one));
  return groups.map((group, at) => {
    const order = group.map(({ bookedOn }) => bookedOn).sort();
    return {
      format: 'CSV',
      account: of.account,
      from: order[0] ?? null,
      to: order.at(-1) ?? null,
      opening: null,
      closing: null,
      entries: group,
      leftOut: at === 0 ? of.leftOut : leftOutCounter().counts(),
    };
  });
}

export function readCsv(text: string, mapping: CsvMapping): Statement[] {
  for (const delimiter of [';', ',', '\t', '|']) {
    if (!text.includes(delimiter)) continue;
    const table = tableIn(rowsOf(text, delimiter), mapping);
    if (table !== null) return readTable(table, mapping);
  }
  throw unreadable('unknown_columns');
}
