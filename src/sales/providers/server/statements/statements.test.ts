import { expect, test } from 'vitest';
import { toDecimal } from '#kit/money.ts';
import type { CsvMapping } from './csv.service.ts';
import { looseDecimal } from './csv.service.ts';
import { readStatement } from './statements.service.ts';

const read = (text: string, mapping: CsvMapping = {}) => readStatement(new TextEncoder().encode(text), mapping);
const entriesOf = (text: string, mapping: CsvMapping = {}) => {
  const found = read(text, mapping);
  return found.kind === 'read' ? found.statements.flatMap(({ entries }) => entries) : [];
};
const whyNot = (found: ReturnType<typeof readStatement>) => (found.kind === 'refused' ? found.why : null);
const iban = 'DE89370400440532013000';
const payer = 'NL91ABNA0417164300';

const camt = (closing = '1111.00', more = '') => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id>
<FrToDt><FrDtTm>2026-11-16T00:00:00</FrDtTm><ToDtTm>2026-11-16T23:59:59</ToDtTm></FrToDt><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${closing}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Ntry><Amt Ccy="EUR">120.5</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-16</Dt></BookgDt><ValDt><Dt>2026-11-15</Dt></ValDt><AcctSvcrRef>B1</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>E-1</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Müller &amp; Söhne</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>${payer}</IBAN></Id></DbtrAcct></RltdPties>
<RmtInf><Ustrd>RE 2026-0046</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">9.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-16</Dt></BookgDt><AddtlNtryInf>Fee</AddtlNtryInf></Ntry>
<Ntry><Amt Ccy="EUR">7.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts><BookgDt><Dt>2026-11-17</Dt></BookgDt></Ntry>${more}
</Stmt></BkToCstmrStmt></Document>`;

test('camt.053: what is booked, with who paid it and why', () => {
  const found = read(camt());
  expect(found).toMatchObject({
    kind: 'read',
    statements: [{ format: 'camt.053', account: iban, from: '2026-11-16', to: '2026-11-16' }],
  });
  const [one, fee, ...none] = entriesOf(camt());
  expect(one).toMatchObject({
    bankRef: 'B1',
    bookedOn: '2026-11-16',
    valueOn: '2026-11-15',
    payerName: 'Müller & Söhne',
    payerIban: payer,
    texts: ['RE 2026-0046'],
    endToEndId: 'E-1',
  });
  expect([one, fee].map((entry) => (entry === undefined ? null : toDecimal(entry.amount)))).toEqual(['120.50', '-9.50']);
  expect([fee?.texts, none]).toEqual([['Fee'], []]);
});

test('several payments in one line are told apart where they make it up', () => {
  const part = (amount: string, name: string) =>
    `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties></TxDtls>`;
  const line = (parts: string) =>
    `<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-16</Dt></BookgDt><NtryDtls>${parts}</NtryDtls></Ntry>`;
  const names = (parts: string) =>
    entriesOf(camt('1141.00', line(parts)))
      .slice(2)
      .map(({ payerName, amount }) => [payerName, toDecimal(amount)]);
  expect(names(part('10.00', 'Ana') + part('20.00', 'Bo'))).toEqual([
    ['Ana', '10.00'],
    ['Bo', '20.00'],
  ]);
  expect(names(part('10.00', 'Ana') + part('19.00', 'Bo'))).toEqual([['Ana', '30.00']]);
});

test('an entry has the same name in every file, and two alike have two', () => {
  const line =
    '<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-16</Dt></BookgDt></Ntry>';
  const ids = (more: string, closing: string) => entriesOf(camt(closing, more)).map(({ id }) => id);
  const both = ids(line + line, '1121.00');
  expect(new Set(both).size).toBe(4);
  expect(both.slice(0, 3)).toEqual(ids(line, '1116.00'));
});

test('files that lie, or want to hurt, are refused', () => {
  expect(whyNot(read(camt('1111.01')))).toBe('balance_differs');
  expect(whyNot(read(camt().slice(0, -40)))).toBe('not_readable');
  expect(whyNot(read(camt('1111.00').replace('Ccy="EUR">9.50', 'Ccy="USD">9.50')))).toBe('mixed_currencies');
  expect(whyNot(read(camt('1111.00').replace('120.5', '120.555')))).toBe('not_readable');
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
  expect(whyNot(read(camt().replace('?>', `?>${bomb}`)))).toBe('not_readable');
  expect(whyNot(read('<Document><Other/></Document>'))).toBe('unknown_format');
  expect(whyNot(read('<a>'.repeat(20_000)))).toBe('not_readable');
  expect(whyNot(readStatement(new Uint8Array(10 * 1024 * 1024 + 1)))).toBe('too_large');
  expect(whyNot(readStatement(new Uint8Array([0x25, 0x50, 0, 1, 2])))).toBe('not_text');
  expect(whyNot(read(''))).toBe('unknown_format');
});

const mt940 = `:20:STARTUMS
:25:37040044/532013000
:28C:1/1
:60F:C251230EUR1000,00
:61:2512300102CR119,00NTRFNONREF//B-77
:86:166?00GUTSCHRIFT?20EREF+E-9?21SVWZ+RE 2026-0?220 46 DANKE?30ABNANL2A?31${payer}?32Meyer?33 AG
:61:251231RC19,NRTINONREF
:86:zurück
:62F:C260102EUR1100,
-`;

test('MT940: both kinds of purposes, taken-back credits, days around New Year', () => {
  const [one, back] = entriesOf(mt940);
  expect(one).toMatchObject({
    bankRef: 'B-77',
    bookedOn: '2026-01-02',
    valueOn: '2025-12-30',
    payerName: 'Meyer AG',
    payerIban: payer,
    texts: ['RE 2026-00 46 DANKE'],
    endToEndId: 'E-9',
  });
  expect([toDecimal(one?.amount ?? { minor: 0n, currency: 'EUR' }), back?.amount.minor, back?.texts]).toEqual([
    '119.00',
    -1900n,
    ['zurück'],
  ]);
  expect(read(mt940)).toMatchObject({ statements: [{ format: 'MT940', from: '2025-12-30', to: '2026-01-02' }] });
  const slashed = mt940.replace(':86:zurück', ':86:/EREF/X1/NAME/Ana Lima/REMI/Fatura 7');
  expect(entriesOf(slashed)[1]).toMatchObject({ payerName: 'Ana Lima', texts: ['Fatura 7'], endToEndId: 'X1' });
  const latin = Uint8Array.from(mt940, (letter) => letter.charCodeAt(0));
  expect(readStatement(latin)).toEqual(read(mt940));
});

test('MT940 that is cut off or wrong is refused, with the line', () => {
  expect(whyNot(read(mt940.slice(0, mt940.indexOf(':62F:'))))).toBe('not_readable');
  expect(whyNot(read(mt940.replace('CR119,00', 'CR118,00')))).toBe('balance_differs');
  expect(read(mt940.replace('2512300102CR', '2513300102CR'))).toEqual({ kind: 'refused', why: 'not_readable', line: 5 });
});

test('lists are read by their headings, in several languages', () => {
  const german = `Umsätze;;\nKonto;${iban};\n\nBuchungstag;Valutadatum;Betrag;Währung;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;Verwendungszweck\n16.11.26;16.11.2026;"1.234,56";EUR;"Meyer; Söhne ""AG""";${payer};RE 7\n17.11.26;;-5,00;EUR;Bank;;Gebühr\n`;
  expect(
    entriesOf(german).map(({ bookedOn, amount, payerName, payerIban, texts }) => [
      bookedOn,
      toDecimal(amount),
      payerName,
      payerIban,
      texts,
    ]),
  ).toEqual([
    ['2026-11-16', '1234.56', 'Meyer; Söhne "AG"', payer, ['RE 7']],
    ['2026-11-17', '-5.00', 'Bank', null, ['Gebühr']],
  ]);
  expect(
    entriesOf(
      'Date,Paid in,Paid out,Currency,Payer,Reference\n11/16/2026,"1,200.00",,USD,Ana,INV 7\n11/02/2026,,3.50,USD,Bank,\n',
    ).map(({ bookedOn, amount }) => [bookedOn, amount.currency, toDecimal(amount)]),
  ).toEqual([
    ['2026-11-16', 'USD', '1200.00'],
    ['2026-11-02', 'USD', '-3.50'],
  ]);
  expect(entriesOf('Data operacji\tKwota\tWaluta\tKontrahent\n2026-11-16\t1 000,00\tPLN\tAnna')).toHaveLength(1);
  expect(
    entriesOf('When,How much\n2026-11-16,5.00', { columns: { booked: 'When', amount: 'How much' }, currency: 'GBP' })[0]?.amount,
  ).toEqual({ minor: 500n, currency: 'GBP' });
});

test('lists that nobody can read are refused', () => {
  expect(whyNot(read('When,How much\n2026-11-16,5.00'))).toBe('unknown_columns');
  expect(read('Date,Amount\n2026-11-16,5.00\n2026-02-30,5.00')).toEqual({ kind: 'refused', why: 'not_readable', line: 3 });
  expect(whyNot(read('Date,Amount\n2026-11-16,=1+1'))).toBe('not_readable');
  expect(whyNot(read('Date,Amount\n2026-11-16,"5.00'))).toBe('not_readable');
  expect(whyNot(read('Date,Amount,Currency\n2026-11-16,5.00,QQQ'))).toBe('not_readable');
});

test('amounts as people and banks write them', () => {
  const cases = [
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ["1'234.56", '1234.56'],
    ['1 234,5', '1234.5'],
    ['1.234', '1234'],
    ['5-', '-5'],
    ['(5.00)', '-5.00'],
    ['+7', '7'],
    ['€ 3,00', '3.00'],
    ['abc', null],
    ['', null],
  ] as const;
  for (const [text, expected] of cases) expect([text, looseDecimal(text, 'EUR')]).toEqual([text, expected]);
  expect(looseDecimal('1.234', 'KWD')).toBe('1.234');
});
