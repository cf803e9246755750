/** Exports of further banks, with what they write between, around and instead of movements. */
import { expect, test } from 'vitest';
import { toDecimal } from '#kit/money.ts';
import { decimalSignIn, looseDecimal } from './csv-amounts.service.ts';
import { readDay } from './csv-days.service.ts';
import type { CsvMapping } from './csv-table.service.ts';
import { readStatement } from './statements.service.ts';

/** Bytes of a text in an encoding that is only known the other way round: one and two bytes are tried. */
function encoded(text: string, label: string): Uint8Array {
  const decoder = new TextDecoder(label);
  const bytes = new Map<string, number[]>();
  for (let high = 0x81; high < 0xff; high += 1)
    for (let low = 0x40; low < 0xff; low += 1) bytes.set(decoder.decode(Uint8Array.of(high, low)), [high, low]);
  for (let one = 0; one < 0x100; one += 1) bytes.set(decoder.decode(Uint8Array.of(one)), [one]);
  return Uint8Array.from([...text].flatMap((letter) => bytes.get(letter) ?? []));
}
const today = '2026-11-29';
/** `amount | payer | texts` of each line, and what was left out; or why the file was refused. */
function readList(list: string | Uint8Array, mapping: CsvMapping = {}) {
  const bytes = typeof list === 'string' ? new TextEncoder().encode(list) : list;
  const read = readStatement(bytes, { today, ...mapping });
  if (read.kind === 'refused') return read.why;
  const lines = read.statements.flatMap(({ entries }) =>
    entries.map(({ amount, payerName, texts }) => [toDecimal(amount), payerName ?? '', ...texts].join(' | ')),
  );
  const { pending, cancelled, other } = read.statements[0]?.leftOut ?? { pending: 0, cancelled: 0, other: 0 };
  return [...lines, `${pending} pending, ${cancelled} cancelled, ${other} other`];
}
type BankList = { bank: string; list: string | Uint8Array; mapping?: CsvMapping; lines: string[] | string };
const expectLines = (lists: readonly BankList[]) => {
  const read = lists.map(({ bank, list, mapping }) => [bank, readList(list, mapping)]);
  expect(read).toEqual(lists.map(({ bank, lines }) => [bank, lines]));
};
const paid = 'Date;Amount EUR;Name;Text';

test('balances, totals, parts of other lines and what is still to come are no money', () => {
  expectLines([
    {
      bank: 'VR-Bank',
      list: 'Buchungstag;Valuta;Auftraggeber/Zahlungsempfänger;Empfänger/Zahlungspflichtiger;IBAN;Vorgang/Verwendungszweck;Kundenreferenz;Währung;Umsatz;\n27.11.2026;27.11.2026;Atrium;Ana Lima;DE02100500000054540402;"GUTSCHRIFT\nRE 2026-0001";;EUR;119,00;H\n28.11.2026;28.11.2026;Atrium;Energie;;"Strom";;EUR;80,00;S\n01.11.2026;;;;;;Anfangssaldo;EUR;1.000,00;H\n28.11.2026;;;;;;Endsaldo;EUR;1.039,00;H\n',
      lines: ['119.00 | Ana Lima | GUTSCHRIFT RE 2026-0001', '-80.00 | Energie | Strom', '0 pending, 0 cancelled, 2 other'],
    },
    {
      bank: 'Banco do Brasil',
      list: '"Data","Histórico","Valor (R$)",\n"27/11/2026","Pix - Recebido ANA 2026-0001","1119.00",\n"27/11/2026","Saldo do dia","2119.00",\n"28/11/2026","S A L D O","2119.00",\n',
      lines: ['1119.00 |  | Pix - Recebido ANA 2026-0001', '0 pending, 0 cancelled, 2 other'],
    },
    {
      bank: 'totals with a day; "Saldo" of somebody',
      list: `${paid}\n2026-11-27;5.00;Ana;Saldo\n2026-11-28;5.00;;Total\n2026-11-28;5.00;;Summe der Umsätze 28.11.2026\n`,
      lines: ['5.00 | Ana | Saldo', '0 pending, 0 cancelled, 2 other'],
    },
    {
      bank: 'UBS: the parts of a line below it',
      list: 'Buchungsdatum;Währung;Belastung;Gutschrift;Einzelbetrag;Beschreibung1\n2026-11-27;CHF;;119.00;;Sammelgutschrift\n2026-11-27;CHF;;;59.50;2026-0001\n2026-11-27;CHF;;;59.50;2026-0002\n',
      lines: ['119.00 |  | Sammelgutschrift', '0 pending, 0 cancelled, 2 other'],
    },
    {
      bank: 'days of next week, where no state says that it is booked',
      list: `${paid}\n2026-12-05;5.00;Ana;a\n2026-12-01;6.00;Ana;b\n`,
      lines: ['6.00 | Ana | b', '1 pending, 0 cancelled, 0 other'],
    },
    {
      bank: 'a state says so',
      list: `${paid};Status\n2026-12-05;5.00;Ana;a;gebucht\n`,
      lines: ['5.00 | Ana | a', '0 pending, 0 cancelled, 0 other'],
    },
    {
      bank: 'Intesa: states under another heading',
      list: 'Data,Operazione,Dettagli,Vista,Valuta,Importo\n2026-11-27,Bonifico,2026-0001,CONTABILIZZATO,EUR,119.00\n2026-11-28,POS,x,NON CONTABILIZZATO,EUR,59.50\n',
      lines: ['119.00 |  | Bonifico | 2026-0001', '1 pending, 0 cancelled, 0 other'],
    },
    {
      bank: 'only what is not booked',
      list: `${paid};Vista\n2026-11-28;5.00;Ana;a;NON CONTABILIZZATO\n2026-11-28;5.00;Ana;em processamento;x\n`,
      lines: ['2 pending, 0 cancelled, 0 other'],
    },
    {
      bank: 'Revolut: a pending line has no day',
      list: 'Date completed (UTC),ID,Type,State,Description,Payer,Orig currency,Orig amount,Payment currency,Amount,Balance\n2026-11-27,1,TOPUP,COMPLETED,2026-0001,Ana,USD,130.00,EUR,119.00,1119.00\n,2,TOPUP,PENDING,x,Bo,EUR,50.00,EUR,50.00,\n',
      lines: ['119.00 | Ana | TOPUP | 2026-0001', '1 pending, 0 cancelled, 0 other'],
    },
  ]);
});

test('columns: a blank one is not chosen, and no text is lost', () => {
  expectLines([
    {
      bank: 'PayPal',
      list: '"Date","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","Transaction ID","Reference Txn ID","Invoice Number"\n"11/27/2026","Ana Lima","Website Payment","Completed","EUR","1,119.00","-3.50","1,115.50","ana@school.example","T1","","2026-0001"\n"11/28/2026","Bo","Payment","On hold","EUR","5.00","0","5.00","","T2","",""\n',
      lines: ['1119.00 | Ana Lima | Website Payment | 2026-0001', '1 pending, 0 cancelled, 0 other'],
    },
    {
      bank: 'Rabobank',
      list: '"IBAN/BBAN","Munt","Datum","Bedrag","Tegenrekening IBAN/BBAN","Naam tegenpartij","Transactiereferentie","Omschrijving-1","Omschrijving-2","Oorspr bedrag","Oorspr munt"\n"NL91ABNA0417164300","EUR","2026-11-27","+119,00","DE02100500000054540402","Ana Lima","","Factuur","2026-0001","",""\n',
      lines: ['119.00 | Ana Lima | Factuur | 2026-0001', '0 pending, 0 cancelled, 0 other'],
    },
    {
      bank: 'KBC: the name of the other side',
      list: 'Rekeningnummer;Naam;Munt;Datum;Omschrijving;Bedrag;rekeningnummer tegenpartij;Naam tegenpartij;gestructureerde mededeling;Vrije mededeling\nBE68539007547034;ATRIUM;EUR;27/11/2026;OVERSCHRIJVING;119,00;DE02100500000054540402;ANA LIMA;***090/9337/55493***;2026-0001\n',
      lines: ['119.00 | ANA LIMA | OVERSCHRIJVING | ***090/9337/55493*** | 2026-0001', '0 pending, 0 cancelled, 0 other'],
    },
    {
      bank: 'PKO: texts without headings, in Windows-1250',
      list: encoded(
        '"Data operacji","Kwota","Waluta","Opis transakcji","","",""\n"2026-11-27","+1119.00","PLN","Rachunek: 1","Nazwa: Szkoła Łódź","Tytuł: FV 2026-0001",""\n',
        'windows-1250',
      ),
      lines: ['1119.00 |  | Rachunek: 1 | Nazwa: Szkoła Łódź | Tytuł: FV 2026-0001', '0 pending, 0 cancelled, 0 other'],
    },
    {
      bank: 'Sparkasse: booking days without a year',
      list: '"Buchungstag";"Valutadatum";"Verwendungszweck";"Betrag";"Währung"\n"27.11";"27.11.26";"2026-0001";"459,94";"EUR"\n',
      lines: ['459.94 |  | 2026-0001', '0 pending, 0 cancelled, 0 other'],
    },
    {
      bank: 'Sber: what the account got, not what was sent',
      list: 'Дата операции;Сумма операции;Валюта операции;Описание;Сумма в валюте счёта;Валюта счёта\n27.11.2026;10,00;USD;2026-0001;900,00;RUR\n',
      lines: ['900.00 |  | 2026-0001', '0 pending, 0 cancelled, 0 other'],
    },
    { bank: 'no headings', list: '27/11/2026;VIREMENT ANA;1 119,00\n28/11/2026;EDF;-80,00\n', lines: 'no_headings' },
    { bank: 'headings in one word', list: 'dateOp;label;amount\n2026-11-27;2026-0001;119,00\n', lines: 'unknown_currency' },
  ]);
});

test('legacy encodings are detected from the headings', () => {
  const japanese =
    '"日付","摘要","摘要内容","支払い金額(円)","預かり金額(円)","差引残高"\n"2026/11/27","振込","アナ 2026-0001","","11,900","1"\n';
  const chinese =
    '交易日期,摘要,记账金额(收入),记账金额(支出),记账币种,余额,对方户名\n2026-11-27,转账 2026-0001,"11,900.00",,人民币,1.00,安娜\n2026-11-28,消费,,80.00,人民币,1.00,店\n人民币合计,,"11,900.00",80.00,,,\n';
  const korean = '거래일시,적요,송금메모,출금액(원),입금액(원),잔액\n2026.11.27 10:00:00,안나,2026-0001,0,"119,000",1\n';
  const russian = 'Дата операции;Назначение платежа;Приход;Расход;Валюта\n27.11.26;Счёт 2026-0001;1119,00;0;RUR\n';
  expectLines([
    {
      bank: 'MUFG',
      list: encoded(japanese, 'shift_jis'),
      lines: ['11900 |  | 振込 | アナ 2026-0001', '0 pending, 0 cancelled, 0 other'],
    },
    {
      bank: 'ICBC',
      list: encoded(chinese, 'gbk'),
      lines: ['11900.00 | 安娜 | 转账 2026-0001', '-80.00 | 店 | 消费', '0 pending, 0 cancelled, 1 other'],
    },
    {
      bank: 'Kookmin',
      list: encoded(korean, 'euc-kr'),
      lines: ['119000 |  | 안나 | 2026-0001', '0 pending, 0 cancelled, 0 other'],
    },
    {
      bank: 'Alfa',
      list: encoded(russian, 'windows-1251'),
      lines: ['1119.00 |  | Счёт 2026-0001', '0 pending, 0 cancelled, 0 other'],
    },
    {
      bank: 'UTF-16 without a mark',
      list: Buffer.from('Date\tAmount EUR\tText\n2026-11-27\t5.00\ta\n', 'utf16le'),
      lines: ['5.00 |  | a', '0 pending, 0 cancelled, 0 other'],
    },
  ]);
});

test('files of other programs are refused with their own reason', () => {
  const whys = [
    '%PDF-1.7\n1 0 obj',
    '<html><table>',
    'OFXHEADER:100\n<OFX>',
    '!Type:Bank\nD11/27/2026\nT5.00',
    '1CClientBankExchange\n',
    '{"a":[]}',
  ];
  expect(whys.map((text) => readList(text))).toEqual([
    'not_text',
    'spreadsheet',
    'unknown_format',
    'unknown_format',
    'unknown_format',
    'unknown_format',
  ]);
  expect(readList(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0, 0))).toBe('spreadsheet');
});

test('amounts and days in further scripts, eras and forms', () => {
  const amounts = [
    ['119,00-', '-119.00'],
    ['8,000.00 DB', '-8000.00'],
    ['119.00 Dr.', '-119.00'],
    ['.50', '0.50'],
    ['1.119,00 TL', '1119.00'],
    ['١١٩٫٥٠', '119.50'],
    ['１１９．５０', '119.50'],
    ['5²', null],
  ] as const;
  for (const [text, decimal] of amounts) expect([text, looseDecimal(text, 'EUR')]).toEqual([text, decimal]);
  // three decimals of zeros look like thousands: other amounts of the list tell
  expect([decimalSignIn(['119.000', '1119.000']), decimalSignIn(['1.119', '59,5']), decimalSignIn(['1.119', '119.000'])]).toEqual(
    ['.', ',', null],
  );
  expect(looseDecimal('119.000', 'SEK', '.')).toBe('119.000');
  expect(readList('Datum;Belopp SEK;Saldo;Text\n2026-11-27;119.000;1119.000;a\n')).toEqual([
    '119.00 |  | a',
    '0 pending, 0 cancelled, 0 other',
  ]);
  const days = ['27/11/2569', 'R8.11.27', '令和8年11月27日', '115/11/27', '٢٧/١١/٢٠٢٦', '27-Nov-26'];
  for (const text of days) expect([text, readDay(text, 'day-first')]).toEqual([text, { kind: 'day', day: '2026-11-27' }]);
  // months that are numbers are no names
  expect(readDay('x 2026 11 27', 'day-first')).toEqual({ kind: 'no-day' });
  expect(readList('Date,Amount EUR,Text\n05-11-2026,5.00,a\n')).toBe('unknown_days');
  for (const [open, close] of [
    ["'", "'"],
    ['="', '"'],
  ] as const)
    expect(readList(`Date;Amount EUR;Text\n${open}2026-11-27${close};${open}5.00${close};a\n`)).toHaveLength(2);
});
