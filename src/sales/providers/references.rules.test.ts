import fc from 'fast-check';
import { expect, test } from 'vitest';
import { money } from '#kit/money.ts';
import { epcText } from './epc.rules.ts';
import { ibanText, readIban } from './iban.rules.ts';
import { grouped, readReference, referenceFor, referenceOfNumber } from './reference.rules.ts';

test('account numbers of the register are read, however they are typed', () => {
  const examples =
    'DE89370400440532013000 GB29NWBK60161331926819 FR1420041010050500013M02606 NL91ABNA0417164300 BE68539007547034 AT611904300234573201 CH9300762011623852957 ES9121000418450200051332 IT60X0542811101000000123456 PL61109010140000071219812874 SA0380000000608010167519 TR330006100519786457841326 NO9386011117947 MT84MALT011000012345MTLCAST001S';
  for (const iban of examples.split(' ')) expect(readIban(iban)).toEqual({ kind: 'read', iban, country: iban.slice(0, 2) });
  expect(readIban(' de89 3704-0044 0532 0130 00 ')).toMatchObject({ iban: 'DE89370400440532013000' });
  expect(ibanText('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
});

test('a wrong one says what is wrong', () => {
  const why = (typed: string) => {
    const read = readIban(typed);
    return read.kind === 'refused' ? read.why : null;
  };
  expect(why('DE88370400440532013000')).toBe('wrong_checksum');
  expect(why('DE8937040044053201300')).toBe('wrong_length');
  expect(why('ZZ89370400440532013000')).toBe('unknown_country');
  for (const text of ['', 'DE', '89370400440532013000', 'DE89٣704', 'DE'.repeat(100_000)]) expect(why(text)).toBe('wrong_shape');
});

test('one wrong digit never passes', () =>
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 21 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
      const right = 'DE89370400440532013000';
      const wrong = right.slice(0, at) + String((Number(right[at]) + by) % 10) + right.slice(at + 1);
      expect(readIban(wrong)).toEqual({ kind: 'refused', why: 'wrong_checksum' });
    }),
  ));

test('creditor references are made and checked as the standard shows', () => {
  expect(referenceFor('539007547034')).toBe('RF18539007547034');
  expect(grouped('RF18539007547034')).toBe('RF18 5390 0754 7034');
  expect(readReference('rf18 5390 0754 7034')).toBe('RF18539007547034');
  for (const wrong of ['RF19539007547034', 'RF18', 'XX18539007547034', `RF18${'1'.repeat(22)}`])
    expect(readReference(wrong)).toBe(null);
  expect(() => referenceFor('—')).toThrow(RangeError);
  expect(() => referenceFor('1'.repeat(22))).toThrow(RangeError);
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9]{1,21}$/), (body) => {
      expect(readReference(referenceFor(body))?.slice(4)).toBe(body);
    }),
  );
});

test('a number that is too long for a reference gives its end to it, and numbers of a series stay apart', () => {
  expect(referenceOfNumber('A-2026-0042')).toBe(referenceFor('A20260042'));
  expect(referenceOfNumber('ABCDEFGHIJKL2026-99999').slice(4)).toBe('ABCDEFGHIJKL202699999');
  expect(referenceOfNumber('ABCDEFGHIJKL2026-100000').slice(4)).toBe('BCDEFGHIJKL2026100000');
  expect(() => referenceOfNumber('—')).toThrow(RangeError);
  const serial = fc.integer({ min: 1, max: 9_999_999 });
  const of = (prefix: string, year: number, nth: number) => referenceOfNumber(`${prefix}${year}-${String(nth).padStart(4, '0')}`);
  const prefix = fc.stringMatching(/^[A-Z0-9-]{0,12}$/);
  const year = fc.integer({ min: 2021, max: 2099 });
  fc.assert(
    fc.property(fc.record({ prefix, year }), serial, serial, (series, one, other) => {
      const [first, second] = [of(series.prefix, series.year, one), of(series.prefix, series.year, other)];
      expect(readReference(first)).toBe(first);
      expect(first === second).toBe(one === other);
    }),
  );
});

test('the code of a transfer has its lines in order', () => {
  const given = {
    name: 'Red Cross',
    iban: 'BE72000000001616',
    bic: 'BPOTBEB1',
    amount: money(100n, 'EUR'),
    reference: 'RF18539007547034',
  };
  expect(epcText(given)?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'BPOTBEB1',
    'Red Cross',
    'BE72000000001616',
    'EUR1.00',
    '',
    'RF18539007547034',
  ]);
  expect(epcText({ ...given, amount: money(100n, 'USD') })).toBe(null);
  expect(epcText({ ...given, amount: money(0n, 'EUR') })).toBe(null);
  expect(epcText({ ...given, amount: money(100_000_000_000n, 'EUR') })).toBe(null);
  expect(
    epcText({ ...given, reference: 'Invoice 7' })
      ?.split('\n')
      .slice(8),
  ).toEqual(['', '', 'Invoice 7']);
  const lines = epcText({ ...given, bic: null, name: `Line\nbreak ${'ü'.repeat(100)}` })?.split('\n') ?? [];
  expect([lines.length, lines[4], [...(lines[5] ?? '')].length]).toEqual([10, '', 70]);
});
