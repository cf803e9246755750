import { expect, test } from 'vitest';
import { toDecimal } from '#kit/money.ts';
import type { CsvMapping } from './csv-table.service.ts';
import { looseDecimal } from './csv-amounts.service.ts';
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
  const part = (amount: string, name: string, text = '') =>
    `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
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
  // the bank kept a part: it is one line of nobody alone, which says what all of them say
  const less = entriesOf(camt('1141.00', line(part('10.00', 'Ana', 'RE 1') + part('21.00', 'Bo', 'RE 2'))))[2];
  expect(less).toMatchObject({ payerName: null, texts: ['RE 1', 'RE 2', 'Ana', 'Bo'] });
  expect(toDecimal(less?.amount ?? { minor: 0n, currency: 'EUR' })).toBe('30.00');
});

test('camt.053: structured purposes are read, and what is not booked is counted', () => {
  const purpose =
    '<RmtInf><Strd><RfrdDocInf><Nb>2026-0001</Nb></RfrdDocInf><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf><AddtlRmtInf>Rechnung</AddtlRmtInf></Strd></RmtInf>';
  const line = (state: string) =>
    `<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>${state}</Cd></Sts><BookgDt><Dt>2026-11-16</Dt></BookgDt><NtryDtls><TxDtls>${purpose}</TxDtls></NtryDtls></Ntry>`;
  expect(entriesOf(camt('1116.00', line('BOOK')))[2]?.texts).toEqual(['2026-0001', 'RF18539007547034', 'Rechnung']);
  const others = read(camt('1111.00', line('FUTR') + line('INFO') + line('XYZ')));
  expect(others).toMatchObject({
    statements: [{ leftOut: { pending: 2, cancelled: 0, other: 1, unclear: [{ word: 'XYZ', lines: 1 }] } }],
  });
  expect(entriesOf(camt('1116.00', line('XYZ')), { states: { XYZ: 'booked' } })).toHaveLength(3);
});

test('camt.053: all words of a payment, for whom it was paid, and balances of several days', () => {
  const details =
    '<NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Bank</Nm></Dbtr><UltmtDbtr><Nm>School A</Nm></UltmtDbtr></RltdPties><RmtInf><Ustrd>Thank you</Ustrd></RmtInf><AddtlTxInf>2026-0001</AddtlTxInf></TxDtls></NtryDtls><AddtlNtryInf>Transfer</AddtlNtryInf>';
  const line = `<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-16</Dt></BookgDt>${details}</Ntry>`;
  const balance = (code: string, amount: string, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const days =
    balance('CLBD', '1111.00', '2026-11-16') +
    balance('OPBD', '1111.00', '2026-11-17') +
    balance('CLBD', '1116.00', '2026-11-17');
  const found = entriesOf(camt('1111.00', days + line));
  expect(found[2]).toMatchObject({ payerName: 'Bank', texts: ['Thank you', 'School A', '2026-0001', 'Transfer'] });
  const reversed = line.replace('<Sts>', '<RvslInd>true</RvslInd><Sts>');
  expect(entriesOf(camt('1111.00', days + reversed))[2]?.texts).toContain('Reversal');
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

test('MT940 and camt.054 are named when they are refused', () => {
  const mt940 =
    ':20:STARTUMS\r\n:25:10020030/1234567890\r\n:28C:1/1\r\n:60F:C251230EUR1000,00\r\n:61:2512300102CR119,00NTRFNONREF\r\n:86:Rechnung 2026-0001\r\n:62F:C260102EUR1119,00\r\n-';
  expect(whyNot(read(mt940))).toBe('mt940');
  expect(whyNot(read(`\u0001{1:F01EXAMPLEBAXXX0000000000}{4:\r\n${mt940}}\u0003`))).toBe('mt940');
  expect(whyNot(read(mt940.slice(0, mt940.indexOf(':62F:'))))).toBe('mt940');
  expect(whyNot(read('<Document><BkToCstmrDbtCdtNtfctn><Ntfctn/></BkToCstmrDbtCdtNtfctn></Document>'))).toBe('camt_054');
});

test('camt.052: what a day has booked so far', () => {
  const report = camt().replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt').replaceAll('Stmt>', 'Rpt>');
  expect(read(report)).toMatchObject({ statements: [{ format: 'camt.052', account: iban, leftOut: { pending: 1 } }] });
  expect(entriesOf(report).map(({ id }) => id)).toEqual(entriesOf(camt()).map(({ id }) => id));
});

test('camt: numbers of a message are no references, and what is not said is not guessed', () => {
  const line = (change: string) =>
    `<Ntry><NtryRef>7</NtryRef><Amt Ccy="EUR">5.00</Amt>${change}<BookgDt><Dt>2026-11-16</Dt></BookgDt></Ntry>`;
  const booked = '<CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>';
  expect(entriesOf(camt('1116.00', line(booked)))[2]?.bankRef).toBeNull();
  for (const way of ['', '<CdtDbtInd>CRED</CdtDbtInd>'])
    expect(read(camt('1116.00', line(`${way}<Sts>BOOK</Sts>`)))).toEqual({ kind: 'refused', why: 'not_readable', line: 4 });
  const stateless = camt('1116.00', line('<CdtDbtInd>CRDT</CdtDbtInd>'));
  expect(entriesOf(stateless)).toHaveLength(3);
  const report = stateless.replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt').replaceAll('Stmt>', 'Rpt>');
  // nothing is compared with the closing balance before somebody says what it is
  expect(read(report)).toMatchObject({ statements: [{ leftOut: { unclear: [{ word: '', lines: 1 }] } }] });
  expect(entriesOf(report, { states: { '': 'booked' } })).toHaveLength(3);
  expect(whyNot(read(camt('1117.00', line('<CdtDbtInd>CRDT</CdtDbtInd><Sts>Zorp</Sts>'))))).toBeNull();
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
  expect(read('Date,Amount EUR\n2026-11-16,5.00\n2026-02-30,5.00')).toEqual({ kind: 'refused', why: 'not_readable', line: 3 });
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
    ['0,500', '0.500'],
    ['0.500', '0.500'],
    ['-0.500 €', '-0.500'],
    ['12.345.678', '12345678'],
    ['5-', '-5'],
    ['(5.00)', '-5.00'],
    ['+7', '7'],
    ['5,00 S', '-5.00'],
    ['5,00 H', '5.00'],
    ['119,00 zł', '119.00'],
    ['1,23,456.78', '123456.78'],
    ['5.00 or so', null],
    ['€ 3,00', '3.00'],
    ['abc', null],
    ['', null],
  ] as const;
  for (const [text, expected] of cases) expect([text, looseDecimal(text, 'EUR')]).toEqual([text, expected]);
  expect(looseDecimal('1.234', 'KWD')).toBe('1.234');
});
