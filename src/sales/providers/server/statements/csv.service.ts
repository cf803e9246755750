/** Statements as lists: columns are found by their headings, in the languages that banks write them, or as somebody mapped them. */
import { currencyDecimals } from '#kit/currencies.ts';
import type { Statement } from '../../statements.rules.ts';
import { type BareEntry, dayOf, exactAmount, ibanIn, namedEntries, said, unreadable } from './entry.service.ts';

export type CsvColumn =
  | 'booked'
  | 'value'
  | 'amount'
  | 'credit'
  | 'debit'
  | 'currency'
  | 'name'
  | 'iban'
  | 'text'
  | 'bankRef'
  | 'endToEnd'
  | 'account';
/** `columns`: headings as they stand in the file. `currency`: of lists that do not say it. `days`: how ambiguous dates are read. */
export type CsvMapping = { columns?: Partial<Record<CsvColumn, string>>; currency?: string; days?: 'day-first' | 'month-first' };

const headings: Readonly<Record<CsvColumn, string>> = {
  booked:
    'booking date|buchungstag|buchungsdatum|buchung|date|datum|transaction date|posting date|completed date|date comptable|date operation|fecha|fecha operacion|data|data contabile|data operazione|data ksiegowania|data operacji|data lancamento|boekdatum|tarih|islem tarihi|дата',
  value:
    'value date|valutadatum|valuta|wertstellung|date valeur|date de valeur|fecha valor|data valuta|data waluty|rentedatum|valor|data valor',
  amount:
    'amount|betrag|betrag (eur)|umsatz|montant|importe|importo|kwota|bedrag|bedrag (eur)|valor (eur)|tutar|сумма|amount (eur)|transaction amount|belopp|montante|quantia',
  credit: 'credit|haben|credit amount|paid in|money in|abono|accrediti|avere|entree|gutschrift|alacak|uznanie',
  debit: 'debit|soll|debit amount|paid out|money out|cargo|addebiti|dare|sortie|lastschrift|borc|obciazenie',
  currency: 'currency|wahrung|waehrung|devise|divisa|moneda|moeda|waluta|valuta code|munt|para birimi|валюта|ccy',
  name: 'name|payer|payer name|counterparty|counterparty name|beguenstigter/zahlungspflichtiger|begunstigter/zahlungspflichtiger|auftraggeber/empfanger|name zahlungsbeteiligter|zahlungspflichtige*r|nom|emetteur|ordenante|ordinante|kontrahent|naam tegenpartij|nome|gonderen|плательщик|sender|from|merchant',
  iban: 'iban|kontonummer/iban|payer iban|counterparty iban|iban zahlungsbeteiligter|account number|compte|cuenta|rachunek kontrahenta|tegenrekening iban/bban|tegenrekening',
  text: 'reference|description|purpose|verwendungszweck|buchungstext|libelle|concepto|causale|descrizione|tytul|omschrijving|mededelingen|descricao|aciklama|назначение|details|payment details|memo|remittance information',
  bankRef: 'transaction id|bank reference|bankreferenz|transaction reference|id|referencia banco|kundenreferenz bank',
  endToEnd: 'end-to-end id|end to end reference|end-to-end-referenz|kundenreferenz (end-to-end)|kundenreferenz|endtoendid',
  account: 'auftragskonto|own account|iban auftragskonto|own iban',
};
const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ł/g, 'l').replace(/ı/g, 'i').toLowerCase().replace(/\s+/g, ' ').trim();

/** RFC 4180 with any one delimiter; a quote that never ends is unreadable. */
export function cellsOf(text: string, delimiter: string): { cells: string[]; line: number }[] {
  const rows: { cells: string[]; line: number }[] = [];
  let [cells, cell, quoted, line, began]: [string[], string, boolean, number, number] = [[], '', false, 1, 1];
  const end = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== '')) rows.push({ cells, line: began });
    [cells, cell, began] = [[], '', line + 1];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (quoted && letter === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (!quoted && letter === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (!quoted && letter === '\n') end();
    else if (letter !== '\r') cell += letter;
    if (letter === '\n') line += 1;
  }
  if (quoted) throw unreadable('not_readable', began);
  end();
  return rows;
}

type Columns = Partial<Record<CsvColumn, number>>;
const columnNames = Object.keys(headings).filter((name): name is CsvColumn => name in headings);

function columnsOf(cells: readonly string[], mapping: CsvMapping): Columns | null {
  const given = cells.map(plain);
  const columns: Columns = {};
  for (const name of columnNames) {
    const mapped = mapping.columns?.[name];
    const wanted = mapped === undefined ? headings[name].split('|') : [plain(mapped)];
    const found = wanted.map((heading) => given.indexOf(heading)).find((at) => at >= 0);
    if (found !== undefined) columns[name] = found;
  }
  const hasAmount = columns.amount !== undefined || (columns.credit !== undefined && columns.debit !== undefined);
  return columns.booked !== undefined && hasAmount ? columns : null;
}

/** `1.234,56`, `1,234.56`, `1 234,56`, `1'234.56`, `-5`, `5-`, `(5.00)`: signed, with a point. Null for what is no number. */
export function looseDecimal(given: string, currency: string): string | null {
  const text = given
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replace(/^\+/, '')
    .replace('−', '-');
  const isOut = /^-|-$|^\(.*\)$/.test(text);
  const digits = text.replace(/^[-(]|[-)]$/g, '').replace(/[€$£]|[A-Z]{3}/g, '');
  if (!/^\d[\d.,]*$/.test(digits)) return null;
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const behind = last < 0 ? 0 : digits.length - last - 1;
  const isGroup =
    last >= 0 && behind === 3 && (currencyDecimals.get(currency) ?? 2) < 3 && new Set(digits.replace(/\d/g, '')).size === 1;
  const [whole, rest] = last < 0 || isGroup ? [digits, ''] : [digits.slice(0, last), digits.slice(last + 1)];
  const joined = `${whole.replace(/[.,]/g, '')}${rest === '' ? '' : `.${rest}`}`;
  return `${isOut ? '-' : ''}${joined}`;
}

function dayIn(text: string, days: 'day-first' | 'month-first'): string | null {
  const [, year, month, day] = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)/.exec(text.trim()) ?? [];
  if (year !== undefined) return dayOf(Number(year), Number(month), Number(day));
  const [, one, two, three] = /^(\d\d?)[-/.](\d\d?)[-/.](\d{4}|\d\d)\b/.exec(text.trim()) ?? [];
  if (three === undefined) return null;
  const full = three.length === 2 ? 2000 + Number(three) : Number(three);
  return days === 'day-first' ? dayOf(full, Number(two), Number(one)) : dayOf(full, Number(one), Number(two));
}
/** Month first only when some day could be nothing else. */
const daysIn = (texts: readonly string[]): 'day-first' | 'month-first' =>
  texts.some((text) => /^\d\d?\/(1[3-9]|2\d|3[01])\//.test(text.trim())) ? 'month-first' : 'day-first';

type Row = { cells: string[]; line: number };
type Reading = { columns: Columns; mapping: CsvMapping; days: 'day-first' | 'month-first' };
function entryOf({ cells, line }: Row, { columns, mapping, days }: Reading): BareEntry | null {
  const cell = (name: CsvColumn): string | null => said(columns[name] === undefined ? null : cells[columns[name]]);
  const bookedOn = dayIn(cell('booked') ?? '', days);
  const currency = (cell('currency') ?? mapping.currency ?? 'EUR').toUpperCase();
  const single = cell('amount');
  const [credit, debit] = [cell('credit'), cell('debit')];
  const text = single ?? credit ?? debit;
  const amount = text === null ? null : looseDecimal(text, currency);
  // lines of totals at the end have no day
  if (bookedOn === null && cell('booked') === null) return null;
  if (bookedOn === null || amount === null) throw unreadable('not_readable', line);
  const isOut = amount.startsWith('-') || (single === null && credit === null);
  return {
    bankRef: cell('bankRef'),
    bookedOn,
    valueOn: dayIn(cell('value') ?? '', days),
    amount: exactAmount(amount.replace('-', ''), currency, isOut ? 'out' : 'in'),
    payerName: cell('name'),
    payerIban: ibanIn(cell('iban')),
    texts: [cell('text')].filter((one) => one !== null),
    endToEndId: cell('endToEnd'),
  };
}

/** How many lines before the headings are looked at: banks write their address there. */
const MOST_PREAMBLE = 30;

export function readCsv(text: string, mapping: CsvMapping): Statement[] {
  for (const delimiter of [';', ',', '\t', '|']) {
    if (!text.includes(delimiter)) continue;
    const rows = cellsOf(text, delimiter);
    const head = rows.slice(0, MOST_PREAMBLE).findIndex(({ cells }) => columnsOf(cells, mapping) !== null);
    const columns = columnsOf(rows[head]?.cells ?? [], mapping);
    if (columns === null) continue;
    const body = rows.slice(head + 1);
    const days = mapping.days ?? daysIn(body.map(({ cells }) => cells[columns.booked ?? 0] ?? ''));
    const bare = body.flatMap((row) => entryOf(row, { columns, mapping, days }) ?? []);
    const account = columns.account === undefined ? null : ibanIn(body[0]?.cells[columns.account] ?? null);
    const order = bare.map(({ bookedOn }) => bookedOn).sort();
    return [
      {
        format: 'CSV',
        account,
        from: order[0] ?? null,
        to: order.at(-1) ?? null,
        opening: null,
        closing: null,
        entries: namedEntries(account, bare),
      },
    ];
  }
  throw unreadable('unknown_columns');
}
