import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memberStates } from './places.rules.ts';
import { readVatId } from './vat-id.rules.ts';

/** Numbers that tax offices and companies print themselves; several where a state has several shapes. */
const real = [
  ...['ATU13585627', 'BE0428759497', 'BG175074752', 'CY10259033P', 'CZ25123891', 'DE136695976', 'DK13585628', 'EE100931558'],
  ...[
    'EL094259216',
    'ESB58378431',
    'ES54362315K',
    'ESX2482300W',
    'FI20774740',
    'FR40303265045',
    'FR23334175221',
    'FRK7399859412',
  ],
  ...['FR4Z123456782', 'HR33392005961', 'HU12892312', 'IE6433435F', 'IE6433435OA', 'IE8D79739I', 'IT00743110157', 'LT119511515'],
  ...['LT100001919017', 'LU15027442', 'LV40003521600', 'MT11679112', 'NL004495445B01', 'NL000099998B57', 'PL8567346215'],
  ...['PT501964843', 'RO18547290', 'SE123456789701', 'SI50223054', 'SK2022749619', 'XI110305878'],
];
const why = (text: string) => {
  const read = readVatId(text);
  return read.kind === 'refused' ? read.why : read.text;
};

test('every member state is known by a real number', () => {
  expect(real.map(why)).toEqual(real);
  const known = new Set(real.map((one) => one.slice(0, 2)));
  expect(memberStates.filter((one) => !known.has(one === 'GR' ? 'EL' : one))).toEqual([]);
});

test('one wrong digit is found in every state that publishes its check digits', () => {
  const changed = real
    .filter((text) => !text.startsWith('XI'))
    .map((text) => {
      // the third digit from the end is one that every algorithm weighs, but the end of a Dutch and a Swedish number counts branches
      const at = /^(NL|SE)/.test(text) ? 6 : [...text].findLastIndex((char, index) => /\d/.test(char) && index < text.length - 2);
      return `${text.slice(0, at)}${(Number(text[at]) + 1) % 10}${text.slice(at + 1)}`;
    });
  expect(changed.map(why).filter((one) => one !== 'wrong_checksum')).toEqual([]);
});

describe('reading', () => {
  test('as people type it', () => {
    expect(['de 136 695 976', 'DE-136.695.976', 'ＤＥ１３６６９５９７６', ' fr 40 303 265 045 '].map(why)).toEqual([
      'DE136695976',
      'DE136695976',
      'DE136695976',
      'FR40303265045',
    ]);
    expect(readVatId('GR 094259216')).toMatchObject({ country: 'GR', prefix: 'EL', text: 'EL094259216' });
  });

  test('without its prefix it is one of the country that the address names', () => {
    expect(readVatId('136695976', 'DE')).toMatchObject({ kind: 'read', text: 'DE136695976' });
    expect(readVatId('094259216', 'GR')).toMatchObject({ kind: 'read', country: 'GR', prefix: 'EL' });
    expect(readVatId('40303265045', 'MC')).toMatchObject({ kind: 'read', text: 'FR40303265045' });
    expect(readVatId('U13585627', 'AT')).toMatchObject({ text: 'ATU13585627' });
    expect(readVatId('DE136695976', 'FR')).toMatchObject({ text: 'DE136695976' });
  });

  test('what is wrong has a name', () => {
    expect(['', 'US123456789', 'GB110305878', 'CHE123456788'].map(why)).toEqual(Array(4).fill('unknown_country'));
    expect(['DE12345678', 'DE0123456789', 'ATU1234567', 'NL004495445A01', 'SE123456789700', 'DE'].map(why)).toEqual(
      Array(6).fill('wrong_shape'),
    );
    expect(['DE136695975', 'FR41303265045', 'IT00743110158', 'ESB58378432'].map(why)).toEqual(Array(4).fill('wrong_checksum'));
  });

  test('anything at all gets an answer, and what was read is read again as the same', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom(...real)), (text) => {
        const read = readVatId(text);
        if (read.kind === 'read') expect(readVatId(read.text)).toEqual(read);
      }),
    );
  });
});
