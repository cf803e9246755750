/** What one line of a list is worth: in which column its amount stands, in which currency, and which way it went. */
import { isCurrency, type Money } from '#kit/money.ts';
import {
  currencyAround,
  currencyNamed,
  type DecimalSign,
  decimalSignIn,
  isOtherSign,
  looseDecimal,
} from './csv-amounts.service.ts';
import { readDay } from './csv-days.service.ts';
import { isBeside, namesBothSides } from './csv-headings.service.ts';
import { cellAt, type CsvMapping, type CsvRow, type CsvTable } from './csv-table.service.ts';
import { plainWords, saysAny, wordList } from './csv-words.service.ts';
import { amountFrom, tidyText, unreadable } from './entry.service.ts';

/** What lines around the table say, where all say the same. */
function currencyOfLines(rows: readonly CsvRow[]): string | null {
  const [only, ...more] = new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => currencyAround(cell) ?? [])));
  return only === undefined || more.length > 0 ? null : only;
}
export function currencyOfTable({ before, head, body, columns }: CsvTable, mapping: CsvMapping): string | null {
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
  '=af|=s|=soll|=d|=dr|=debit|=debet|=dbit|=out|=ausgang|=money out|=sortie|=borc|=cargo|=расход|=支出|=出金|=rc|=hr|=db|=支',
);
const cameIn = wordList(
  '=bij|=h|=haben|=c|=cr|=credit|=crdt|=in|=eingang|=money in|=entree|=alacak|=abono|=приход|=收入|=入金|=rd|=sr|=k|=收',
);
/** Words that are kinds of bookings as well: they say the way only where no amount has a sign. */
const wentOutUnsigned = [...wentOut, ...wordList('=belastung|=lastschrift|=abgang|=auszahlung|=withdrawal|=payment out')];
const cameInUnsigned = [...cameIn, ...wordList('=gutschrift|=zugang|=einzahlung|=deposit|=payment in')];
const sideHeadings = wordList(
  '=s h|=sh|=soll haben|=af bij|=dr cr|=cr dr|=d c|=c d|=direction|=richtung|=收 支|=db cr|*cdtdbt*|*kennzeichen*',
);

/** `isMust`: a line of which it says nothing that is known may have gone either way. */
export type SideColumn = { at: number; isSigned: boolean; isMust: boolean };
export function sideColumn({ body, columns, head }: CsvTable): SideColumn | null {
  if (columns.amount === undefined) return null;
  const rows = body.filter((row) => looseDecimal(cellAt(row, columns.amount) ?? '', 'EUR') !== null);
  const isSigned = rows.some((row) => looseDecimal(cellAt(row, columns.amount) ?? '', 'EUR')?.startsWith('-') === true);
  const [out, inside] = isSigned ? [wentOut, cameIn] : [wentOutUnsigned, cameInUnsigned];
  const taken = new Set(Object.values(columns).flat());
  for (const [at, heading] of head.entries()) {
    if (taken.has(at) && !columns.texts.includes(at)) continue;
    const words = rows.flatMap(({ cells }) => tidyText(cells[at]) ?? []).map(plainWords);
    if (words.length === 0) continue;
    const outs = words.filter((word) => saysAny(word, out)).length;
    const known = outs + words.filter((word) => saysAny(word, inside)).length;
    const plain = plainWords(heading);
    const isNamed = known > 0 && (namesBothSides(plain) || saysAny(plain, sideHeadings));
    const isHalf = outs > 0 && known * 2 > words.length;
    if (known === words.length || (!isSigned && (isNamed || isHalf)))
      return { at, isSigned, isMust: !isSigned && (isNamed || outs > 0) };
  }
  return null;
}
function wayOf(row: CsvRow, side: SideColumn | null): 'in' | 'out' {
  if (side === null) return 'in';
  const word = plainWords(row.cells[side.at] ?? '');
  if (saysAny(word, side.isSigned ? wentOut : wentOutUnsigned)) return 'out';
  if (side.isMust && !saysAny(word, cameInUnsigned)) throw unreadable('not_readable', row.line);
  return 'in';
}

/** `sign`: before decimals. `hasPair`: amounts stand in two columns; what has neither is a part of another line. */
export type MoneyReading = {
  table: CsvTable;
  currency: string | null;
  side: SideColumn | null;
  sign: DecimalSign | null;
  hasPair: boolean;
  mapping: CsvMapping;
};
export function moneyReading(table: CsvTable, mapping: CsvMapping): MoneyReading {
  const { body, head, columns } = table;
  const { amount, credit, debit } = columns;
  const sums = head.flatMap((heading, at) => (isBeside(heading) || [amount, credit, debit].includes(at) ? [at] : []));
  const isPair = credit !== undefined && debit !== undefined;
  return {
    table,
    currency: currencyOfTable(table, mapping),
    side: sideColumn(table),
    sign: decimalSignIn(body.flatMap((row) => sums.flatMap((at) => cellAt(row, at) ?? []))),
    hasPair: isPair && body.some((row) => cellAt(row, credit) !== null || cellAt(row, debit) !== null),
    mapping,
  };
}
const isZero = (text: string): boolean => /^-?[0.]+$/.test(looseDecimal(text, 'EUR') ?? 'none');
type AmountColumn = 'amount' | 'credit' | 'debit';
/** The column whose amount counts in this line. What a bank writes beside two columns for both ways may have no sign. */
function amountColumn(row: CsvRow, { table: { columns }, mapping, hasPair }: MoneyReading): AmountColumn | null {
  const filled = (column: AmountColumn) => cellAt(row, columns[column]) !== null;
  const counts = (column: AmountColumn) => !isZero(cellAt(row, columns[column]) ?? '0');
  const given = mapping.columns ?? {};
  if (given.amount !== undefined && filled('amount')) return 'amount';
  const isPair = columns.credit !== undefined && columns.debit !== undefined;
  const isMapped = given.credit !== undefined || given.debit !== undefined;
  if (isPair || isMapped) {
    if (counts('credit') && counts('debit')) {
      if (filled('amount')) return 'amount';
      throw unreadable('not_readable', row.line);
    }
    if (counts('credit')) return 'credit';
    if (counts('debit')) return 'debit';
  }
  if (hasPair && !filled('credit') && !filled('debit')) return null;
  return (['amount', 'credit', 'debit'] as const).find(filled) ?? null;
}

/** The currency that the line, its column or its table names. Throws where they name different ones. */
function currencyOf(row: CsvRow, { table: { columns, head }, currency }: MoneyReading, at: number | undefined): string {
  const text = cellAt(row, at) ?? '';
  const own = currencyNamed(text);
  const inColumn = cellAt(row, columns.currency)?.toUpperCase() ?? null;
  const beside = inColumn === null ? null : (currencyNamed(inColumn) ?? inColumn);
  const heading = at === undefined ? null : currencyNamed(head[at] ?? '');
  if (new Set([own, beside, heading].filter((one) => one !== null)).size > 1) throw unreadable('mixed_currencies', row.line);
  const code = own ?? beside ?? currency?.toUpperCase() ?? null;
  if (code === null) throw unreadable('unknown_currency', row.line);
  if (!isCurrency(code)) throw unreadable('not_readable', row.line);
  if (isOtherSign(text, code)) throw unreadable('mixed_currencies', row.line);
  return code;
}

/** Null for a line without an amount. Throws with the line for one that cannot be read for sure. */
export function amountOf(row: CsvRow, reading: MoneyReading): Money | null {
  const column = amountColumn(row, reading);
  if (column === null) return null;
  const at = reading.table.columns[column];
  const text = cellAt(row, at) ?? '';
  if (looseDecimal(text, 'EUR') === null) throw unreadable('not_readable', row.line);
  const code = currencyOf(row, reading, at);
  const digits = looseDecimal(text, code, reading.sign) ?? '';
  const side = column === 'amount' ? wayOf(row, reading.side) : column === 'credit' ? 'in' : 'out';
  const amount = amountFrom(digits.replace('-', ''), code, digits.startsWith('-') ? 'out' : side);
  if (amount === null) throw unreadable('not_readable', row.line);
  return amount;
}
