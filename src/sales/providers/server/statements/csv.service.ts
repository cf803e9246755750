/** Statements as lists: a table with lines around it, of which those are movements that have a day and an amount. */
import type { LeftOut, Statement, StatementEntry } from '../../statements.rules.ts';
import { type DayOrder, dayOrderIn, readDay } from './csv-days.service.ts';
import { type CsvColumn, type CsvColumnPlaces, isStateText } from './csv-headings.service.ts';
import { amountOf, currencyOfTable, type MoneyReading, sideColumn } from './csv-money.service.ts';
import { announcedRows, stateOf, type StateReading } from './csv-state.service.ts';
import { cellAt, type CsvMapping, type CsvRow, type CsvTable, hasAmount, rowsOf, tableIn } from './csv-table.service.ts';
import { type BareEntry, ibanIn, leftOutCounter, namedEntries, unreadable } from './entry.service.ts';

type TableReading = MoneyReading & StateReading & { days: DayOrder };

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
    table,
    currency: currencyOfTable(table, mapping),
    days,
    mapping,
    states: mapping.states ?? {},
    announced: announcedRows(table),
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
  const accounts = new Set(body.flatMap((row) => ibanIn(cellAt(row, columns.account)) ?? []));
  // a list of several accounts is of none of them
  const account = accounts.size === 1 ? ([...accounts][0] ?? null) : null;
  if (entries.length === 0 && left.counts().other > 0) mustHaveRead(body, columns, left.counts());
  return byCurrency(namedEntries(account, entries), { account, leftOut: left.counts() });
}
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

function tableOf(text: string, mapping: CsvMapping): CsvTable {
  let trouble: unknown = null;
  for (const delimiter of [';', ',', '\t', '|']) {
    if (!text.includes(delimiter)) continue;
    try {
      const table = tableIn(rowsOf(text, delimiter), mapping);
      if (table !== null) return table;
    } catch (error) {
      // quotes that do not fit this delimiter may fit another
      trouble ??= error;
    }
  }
  throw trouble ?? unreadable('unknown_columns');
}
export const readCsv = (text: string, mapping: CsvMapping): Statement[] => readTable(tableOf(text, mapping), mapping);
