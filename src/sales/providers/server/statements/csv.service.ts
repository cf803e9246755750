/** Statements as lists: a table with lines around it, of which those are movements that have a day and an amount. */
import type { LeftOut, Statement, StatementEntry } from '../../statements.rules.ts';
import { type DayOrder, dayOrderIn, readDay } from './csv-days.service.ts';
import { type CsvColumn, type CsvColumnPlaces, isStateText } from './csv-headings.service.ts';
import { isBalance } from './csv-balances.service.ts';
import { amountOf, moneyReading, type MoneyReading } from './csv-money.service.ts';
import { announcedRows, stateOf, type StateReading } from './csv-state.service.ts';
import { cellAt, type CsvMapping, type CsvRow, type CsvTable, hasAmount, rowsOf, tableIn } from './csv-table.service.ts';
import { type BareEntry, ibanIn, leftOutCounter, namedEntries, unreadable } from './entry.service.ts';

type TableReading = MoneyReading & StateReading & { days: DayOrder };

/** Null for what is no movement: it has no day in the file's own form, or no amount, or is a balance. */
function movementOf(row: CsvRow, reading: TableReading): BareEntry | null {
  const { columns } = reading.table;
  const cell = (column: CsvColumn) => cellAt(row, columns[column]);
  const booked = readDay(cell('booked') ?? '', reading.days);
  if (booked.kind === 'no-day' || isBalance(row, reading.table)) return null;
  const amount = amountOf(row, reading);
  if (amount === null) return null;
  if (booked.kind === 'wrong-day') throw unreadable('not_readable', row.line);
  const value = readDay(cell('value') ?? '', reading.days);
  const account = ibanIn(cell('account'));
  const iban = ibanIn(cell('iban'));
  const bankRef = cell('bankRef');
  const state = columns.state === undefined ? null : cell('state');
  const more = state !== null && isStateText(reading.table.head[columns.state ?? -1] ?? '', state) ? [state] : [];
  return {
    // a number of the line within its list
    bankRef: bankRef !== null && /^\d{1,5}$/.test(bankRef) ? null : bankRef,
    bookedOn: booked.day,
    valueOn: value.kind === 'day' ? value.day : null,
    amount,
    payerName: cell('name'),
    payerIban: iban === account ? null : iban,
    texts: [...columns.texts.flatMap((at) => cellAt(row, at) ?? []), ...more],
    endToEndId: cell('endToEnd'),
  };
}

function readTable(table: CsvTable, mapping: CsvMapping): Statement[] {
  const { body, columns } = table;
  const written = body.map((row) => cellAt(row, columns.booked) ?? '');
  const days = mapping.days ?? dayOrderIn(written, mapping.today ?? null);
  if (days === null) throw unreadable('unknown_days');
  const reading: TableReading = {
    ...moneyReading(table, mapping),
    days,
    states: mapping.states ?? {},
    announced: announcedRows(table),
  };
  const left = leftOutCounter();
  const entries = body.flatMap((row) => {
    const state = stateOf(row, reading);
    // what is not booked may be written without a day
    if (state !== 'booked' && hasAmount(row, columns)) {
      left.add(state);
      return [];
    }
    const entry = state === 'booked' ? movementOf(row, reading) : null;
    const isAhead = entry !== null && cellAt(row, columns.state) === null && isToCome(entry.bookedOn, mapping.today);
    if (entry === null || isAhead) left.add(isAhead ? 'pending' : 'other');
    return entry === null || isAhead ? [] : entry;
  });
  const accounts = new Set(body.flatMap((row) => ibanIn(cellAt(row, columns.account)) ?? []));
  // a list of several accounts is of none of them
  const account = accounts.size === 1 ? ([...accounts][0] ?? null) : null;
  if (entries.length === 0 && left.counts().other > 0) mustHaveRead(body, columns, left.counts());
  return byCurrency(namedEntries(account, entries), { account, leftOut: left.counts() });
}
/** Banks date what arrives on a long weekend on the next working day; what is dated later has not arrived. */
const isToCome = (day: string, today: string | undefined): boolean =>
  today !== undefined && Date.parse(day) - Date.parse(today) > 4 * 86_400_000;
/** Nothing was read though there are amounts: their days are written in a way that is not known. */
function mustHaveRead(body: readonly CsvRow[], columns: CsvColumnPlaces, { pending, cancelled, unclear }: LeftOut): void {
  if (pending + cancelled + unclear.length > 0) return;
  const first = body.find((row) => row.cells.filter((cell) => cell.trim() !== '').length > 2 && hasAmount(row, columns));
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

const delimiters = [';', ',', '\t', '|'];
function tableOf(text: string, mapping: CsvMapping): CsvTable {
  let trouble: unknown = null;
  let isHeadless = false;
  for (const delimiter of delimiters) {
    if (!text.includes(delimiter)) continue;
    try {
      const rows = rowsOf(text, delimiter);
      const table = tableIn(rows, mapping);
      if (table !== null) return table;
      isHeadless ||= beginsWithMovements(rows);
    } catch (error) {
      // quotes that do not fit this delimiter may fit another
      trouble ??= error;
    }
  }
  throw trouble ?? unreadable(isHeadless ? 'no_headings' : 'unknown_columns');
}
/** Movements before any line that could name them. */
function beginsWithMovements(rows: readonly CsvRow[]): boolean {
  const first = rows.findIndex(
    ({ cells }) => cells.some((cell) => readDay(cell, 'day-first').kind === 'day') && cells.length > 2,
  );
  const names = rows.slice(0, Math.max(first, 0)).filter(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 2);
  return first >= 0 && names.length === 0;
}
/** Whether a list is one that `readCsv` knows the headings of. */
export const hasTable = (text: string, mapping: CsvMapping): boolean => {
  try {
    tableOf(text, mapping);
    return true;
  } catch {
    return false;
  }
};
export const readCsv = (text: string, mapping: CsvMapping): Statement[] => readTable(tableOf(text, mapping), mapping);
