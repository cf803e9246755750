import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencyDecimals } from './currencies.ts';
import {
  compare,
  formatMoney,
  fromDecimal,
  fromJson,
  isCurrency,
  minus,
  money,
  negated,
  plus,
  portion,
  share,
  spread,
  sum,
  times,
  toDecimal,
  toJson,
  zero,
} from './money.ts';

const currencies = fc.constantFrom(...currencyDecimals.keys());
const minors = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
const amounts = fc.tuple(minors, currencies).map(([minor, currency]) => money(minor, currency));
const eur = (minor: bigint) => money(minor, 'EUR');

test('currencies have the decimals of ISO 4217, whatever Intl says', () => {
  expect(currencyDecimals.size).toBe(16 + 132 + 7);
  expect(['EUR', 'JPY', 'KWD', 'HUF', 'ISK', 'UGX'].map((code) => currencyDecimals.get(code))).toEqual([2, 0, 3, 2, 0, 0]);
  expect([...currencyDecimals.keys()].every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
  expect(['XAU', 'XTS', 'eur', ''].map(isCurrency)).toEqual([false, false, false, false]);
  expect(() => money(1n, 'DEM')).toThrow('DEM is not a currency');
});

test('amounts of two currencies are never counted together', () => {
  const [one, other] = [eur(100n), money(100n, 'USD')];
  for (const count of [plus, minus, compare]) expect(() => count(one, other)).toThrow('cannot be counted together');
  expect(sum([], 'JPY')).toEqual(zero('JPY'));
  expect(sum([eur(1n), eur(2n), negated(eur(4n))], 'EUR')).toEqual(eur(-1n));
  expect(times(eur(999n), 3n)).toEqual(eur(2997n));
});

describe('rounding', () => {
  test('half goes away from zero', () => {
    expect([5n, -5n, 4n, -4n, 15n].map((value) => portion(value, 1n, 10n))).toEqual([1n, -1n, 0n, 0n, 2n]);
    expect(share(eur(999n), 10n, 31n)).toEqual(eur(322n));
    expect(() => portion(1n, 1n, 0n)).toThrow(RangeError);
  });

  test('no portion is further than half a unit from the exact one, and both signs round alike', () =>
    fc.assert(
      fc.property(
        minors,
        fc.bigInt({ min: 0n, max: 10n ** 6n }),
        fc.bigInt({ min: 1n, max: 10n ** 6n }),
        (value, part, whole) => {
          const rounded = portion(value, part, whole);
          const off = rounded * whole - value * part;
          expect((off < 0n ? -off : off) * 2n <= whole).toBe(true);
          expect(portion(-value, part, whole)).toBe(-rounded);
        },
      ),
    ));
});

describe('spreading', () => {
  test('by largest remainder, of equal ones the earlier part', () => {
    expect(spread(eur(100n), [1n, 1n, 1n]).map(({ minor }) => minor)).toEqual([34n, 33n, 33n]);
    expect(spread(eur(-100n), [1n, 1n, 1n]).map(({ minor }) => minor)).toEqual([-34n, -33n, -33n]);
    expect(spread(eur(999n), [10n, 21n]).map(({ minor }) => minor)).toEqual([322n, 677n]);
    expect(spread(eur(7n), [0n, 0n]).map(({ minor }) => minor)).toEqual([7n, 0n]);
    expect(() => spread(eur(1n), [])).toThrow(RangeError);
    expect(() => spread(eur(1n), [-1n])).toThrow(RangeError);
  });

  test('parts add up to the amount, each less than a unit from its exact share', () =>
    fc.assert(
      fc.property(
        amounts,
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 30 }),
        (amount, weights) => {
          const parts = spread(amount, weights);
          expect(sum(parts, amount.currency)).toEqual(amount);
          const whole = weights.reduce((a, b) => a + b, 0n);
          if (whole === 0n) return;
          for (const [at, { minor }] of parts.entries()) {
            const off = minor * whole - amount.minor * (weights[at] ?? 0n);
            expect(off < whole && off > -whole).toBe(true);
          }
        },
      ),
    ));
});

describe('as text', () => {
  test('with the decimals of the currency', () => {
    expect([money(500n, 'JPY'), eur(500n), money(5120n, 'KWD'), eur(-5n), eur(0n)].map(toDecimal)).toEqual([
      '500',
      '5.00',
      '5.120',
      '-0.05',
      '0.00',
    ]);
    for (const text of ['1.234', '1,5', '1e3', '', '.5', '1.', 'NaN', '９', '1 000'])
      expect([text, fromDecimal(text, 'EUR')]).toEqual([text, null]);
    expect(fromDecimal('0.5', 'JPY')).toBe(null);
    expect([fromDecimal('12.5', 'EUR'), fromDecimal('12', 'KWD')]).toEqual([eur(1250n), money(12_000n, 'KWD')]);
  });

  test('what is written is read again, as a decimal and as JSON', () =>
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(fromDecimal(toDecimal(amount), amount.currency)).toEqual(amount);
        expect(fromJson(toJson(amount))).toEqual(amount);
      }),
    ));

  test('no fraction, huge number or strange currency comes in by JSON', () => {
    for (const amount of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(fromJson({ amount, currency: 'EUR' })).toBe(null);
    expect(fromJson({ amount: 1, currency: 'XTS' })).toBe(null);
    expect(() => toJson(eur(2n ** 53n))).toThrow(RangeError);
  });

  test('in a language, exact where a floating-point number would not be', () => {
    expect(formatMoney(eur(123_450n), 'de-DE')).toBe('1.234,50\u00a0€');
    expect(formatMoney(money(123_450n, 'HUF'), 'en-US')).toBe('HUF\u00a01,234.50');
    expect(formatMoney(money(5120n, 'KWD'), 'en-US')).toBe('KWD\u00a05.120');
    expect(formatMoney(eur(900_719_925_474_099_301n), 'en-US')).toBe('€9,007,199,254,740,993.01');
  });

  test('what is below zero has a minus sign and no hyphen', () => {
    for (const tag of ['en-IE', 'de-DE', 'fr', 'ar-EG', 'ar-u-nu-latn', 'hi', 'ur', 'ja', 'tr', 'zh'])
      expect(formatMoney(eur(-1050n), tag)).toMatch(/^[^-]*\u2212[^-]*$/);
    expect(formatMoney(eur(-1050n), 'en-IE')).toBe('\u2212€10.50');
  });
});
