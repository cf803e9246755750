/** Lists that may be read in more than one way: what is in doubt is no money. */
import { expect, test } from 'vitest';
import { toDecimal } from '#kit/money.ts';
import type { CsvMapping } from './csv-table.service.ts';
import { readStatement } from './statements.service.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
function linesOf(bytes: Uint8Array, mapping: CsvMapping = {}) {
  const found = readStatement(bytes, mapping);
  if (found.kind === 'refused') return found;
  return found.statements.flatMap(({ entries }) =>
    entries.map(({ bookedOn, amount, payerName, texts }) => [
      bookedOn,
      `${amount.currency} ${toDecimal(amount)}`,
      payerName,
      texts.join(' | '),
    ]),
  );
}
const leftOut = (bytes: Uint8Array, mapping: CsvMapping = {}) => {
  const found = readStatement(bytes, mapping);
  return found.kind === 'read' ? found.statements[0]?.leftOut : found;
};
const none = { pending: 0, cancelled: 0, other: 0, unclear: [] };

test('a word of an announced or cancelled line counts in any column, and headings between lines too', () => {
  const rows = (...kinds: string[]) =>
    utf8(`Date;Amount EUR;Text\n2026-11-27;5.00;Invoice 7\n${kinds.map((kind) => `2026-11-27;5.00;${kind}\n`).join('')}`);
  const list = rows('Vorgemerkt', 'Umsatz vorgemerkt', 'PENDING', 'Reverted', 'declined', 'Storniert', 'Cancelled');
  expect(linesOf(list)).toEqual([['2026-11-27', 'EUR 5.00', null, 'Invoice 7']]);
  expect(leftOut(list)).toEqual({ ...none, pending: 3, cancelled: 4 });
  // the payer's words about it are no state
  expect(linesOf(rows('pending invoice 8'))).toHaveLength(2);
  const sections = utf8(
    'Date;Amount EUR;Text\nVorgemerkte Umsätze;;\n2026-11-28;5.00;a\nGebuchte Umsätze;;\n2026-11-27;6.00;b\n',
  );
  expect(linesOf(sections)).toEqual([['2026-11-27', 'EUR 6.00', null, 'b']]);
  expect(leftOut(sections)).toEqual({ ...none, pending: 1, other: 2 });
});

test('states that come late in a long list are seen, and "Info" may hold both states and words', () => {
  const many = Array.from({ length: 300 }, (_none, at) => `2026-11-27;5.00;Invoice ${at};\n`).join('');
  const late = utf8(`Date;Amount EUR;Text;Status\n${many}2026-11-27;7.00;x;Zorp\n`);
  expect(leftOut(late)).toMatchObject({
    unclear: [
      { word: '', lines: 300 },
      { word: 'Zorp', lines: 1 },
    ],
  });
  const long = 'Rechnung 2026-0001 vom November, vielen Dank';
  const mixed = utf8(
    `Date;Amount EUR;Info\n2026-11-27;5.00;${long}\n2026-11-27;6.00;Umsatz vorgemerkt\n2026-11-27;7.00;Umsatz gebucht\n2026-11-27;8.00;Zorp\n`,
  );
  expect(linesOf(mixed)).toEqual([
    ['2026-11-27', 'EUR 5.00', null, long],
    ['2026-11-27', 'EUR 7.00', null, ''],
  ]);
  expect(leftOut(mixed)).toEqual({ ...none, pending: 1, unclear: [{ word: 'Zorp', lines: 1 }] });
});

test('an amount’s own currency wins, and one that differs from its heading is refused', () => {
  const rows = (heading: string, amount: string) => linesOf(utf8(`Date;${heading};Text\n2026-11-27;${amount};a\n`));
  expect(linesOf(utf8('Account;1;CHF\nDate;Amount;Text\n2026-11-27;5.00 EUR;a\n'))).toEqual([
    ['2026-11-27', 'EUR 5.00', null, 'a'],
  ]);
  for (const amount of ['5.00 USD', '$5.00', '5.00 £'])
    expect(rows('Amount (EUR)', amount)).toEqual({ kind: 'refused', why: 'mixed_currencies', line: 2 });
  expect(linesOf(utf8('Date;Amount;Currency;Text\n2026-11-27;5.00 €;CHF;a\n'))).toMatchObject({ why: 'mixed_currencies' });
});

test('amounts without signs go the way that a column says, and a word that nobody knows is refused', () => {
  const rows = (heading: string, ...sides: string[]) =>
    linesOf(utf8(`Date;Amount EUR;${heading};Memo\n${sides.map((side) => `2026-11-27;5.00;${side};x\n`).join('')}`));
  const ways = (found: ReturnType<typeof rows>) => (Array.isArray(found) ? found.map((one) => one[1]) : found);
  for (const [out, inside] of [
    ['Belastung', 'Gutschrift'],
    ['Lastschrift', 'Gutschrift'],
    ['Abgang', 'Zugang'],
    ['Withdrawal', 'Deposit'],
    ['RC', 'RD'],
    ['HR', 'SR'],
  ] as const)
    expect(ways(rows('Kind', inside, out))).toEqual(['EUR 5.00', 'EUR -5.00']);
  expect(rows('Kind', 'Deposit', 'Withdrawal', 'Zorp')).toEqual({ kind: 'refused', why: 'not_readable', line: 4 });
  expect(rows('Soll/Haben', 'H', 'X', 'Y')).toMatchObject({ line: 3 });
  // amounts with signs need no such word
  const signed = 'Date;Amount EUR;Kind\n2026-11-27;5.00;Lastschrift\n2026-11-27;-5.00;Dauerauftrag\n';
  expect(ways(linesOf(utf8(signed)))).toEqual(['EUR 5.00', 'EUR -5.00']);
});

test('columns for both ways beat one without signs, and a zero in any form is no amount', () => {
  const text =
    'Date;Amount;Credit;Debit;Text\n2026-11-27;5,00;5,00 €;0,00 €;a\n2026-11-27;6,00;;6,00 €;b\n2026-11-27;7,00;0,00 €;7,00 €;c\n';
  expect(linesOf(utf8(text), { currency: 'EUR' })).toMatchObject([{ 1: 'EUR 5.00' }, { 1: 'EUR -6.00' }, { 1: 'EUR -7.00' }]);
  expect(linesOf(utf8(text), { currency: 'EUR', columns: { amount: 'Amount' } })).toMatchObject([{}, { 1: 'EUR 6.00' }, {}]);
  expect(linesOf(utf8('Date;Credit EUR;Debit EUR;Text\n2026-11-27;5.00;6.00;a\n'))).toMatchObject({ line: 2 });
});

test('days that can be read in two ways are asked for, unless only one of them is not to come', () => {
  const rows = (...days: string[]) => utf8(`Date;Amount EUR;Text\n${days.map((day) => `${day};5.00;a\n`).join('')}`);
  expect(linesOf(rows('05/11/2026', '06/11/2026'))).toEqual({ kind: 'refused', why: 'unknown_days', line: null });
  expect(linesOf(rows('05/11/2026'), { today: '2026-11-29' })).toMatchObject({ why: 'unknown_days' });
  expect(linesOf(rows('05/12/2026'), { today: '2026-11-29' })).toMatchObject([{ 0: '2026-05-12' }]);
  expect(linesOf(rows('12/05/2026'), { today: '2026-11-29' })).toMatchObject([{ 0: '2026-05-12' }]);
  expect(linesOf(rows('05/11/2026'), { days: 'day-first' })).toMatchObject([{ 0: '2026-11-05' }]);
  expect(linesOf(rows('05/05/2026', '05.11.2026'))).toHaveLength(2);
});

test('numbers of lines are no references, and quotes of another delimiter refuse nothing', () => {
  const text = 'ID;Date;Amount EUR;Text\n17;2026-11-27;5.00;a\n2026112700017;2026-11-27;5.00;b\n';
  expect(readStatement(utf8(text))).toMatchObject({
    statements: [{ entries: [{ bankRef: null }, { bankRef: '2026112700017' }] }],
  });
  const quoted = 'Note; "x\nDate,Amount EUR,Text\n2026-11-27,5.00,"a; b"\n2026-11-27,6.00,";""c"\n';
  expect(Array.isArray(linesOf(utf8(`a;"b\nDate,Amount EUR,Text\n2026-11-27,5.00,c\n`)))).toBe(true);
  expect(linesOf(utf8(quoted))).toHaveLength(2);
});
