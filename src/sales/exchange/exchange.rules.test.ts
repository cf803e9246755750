import { describe, expect, test } from 'vitest';
import { currencyDecimals } from '#kit/currencies.ts';
import { money } from '#kit/money.ts';
import {
  accountingOf,
  conversionOn,
  converted,
  currencyOfCountry,
  daysBefore,
  perUnit,
  type Quote,
  rateText,
  readRate,
} from './exchange.rules.ts';

/** The same numbers at every run. */
function numbers(seed: number): (most: number) => bigint {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return BigInt(state % most);
  };
}
/** `EUR USD 1.085`: one euro is so much. */
function quote(text: string, more: Partial<Quote> = {}): Quote {
  const [base = '', currency = '', rate = ''] = text.split(' ');
  return { base, currency, day: '2026-11-20', rate: readRate(rate) ?? 0n, source: 'ecb', origin: '', ...more };
}
const on = '2026-11-20';

describe('a rate as text', () => {
  test('is read and written without loss, for every number that is kept', () => {
    const next = numbers(7);
    for (let at = 0; at < 500; at += 1) {
      const rate = 1n + next(2 ** 30) * next(1000);
      expect(readRate(rateText(rate)), rateText(rate)).toBe(rate);
    }
    expect([readRate('1.0850'), readRate('163'), rateText(108_500_000n)]).toEqual([108_500_000n, 16_300_000_000n, '1.085']);
  });
  test('is nothing else than a number above nought with a point', () => {
    for (const text of ['', '0', '0.00', '-1', '1,2', '1.', '.5', '1e3', ' 1', '1.123456789', '1234567890', 'NaN', '٣'])
      expect(readRate(text), text).toBeNull();
  });
});

describe('an amount in another currency', () => {
  test('is right to half a unit and rounded away from nought, whatever the decimals of both are', () => {
    const next = numbers(11);
    const codes = ['USD', 'JPY', 'KWD', 'PLN', 'HUF', 'ISK', 'BHD'];
    for (let at = 0; at < 2_000; at += 1) {
      const [from = '', to = ''] = [codes[Number(next(7))], codes[Number(next(7))]];
      if (from === to) continue;
      const quotes = [from, to].map((one) => quote(`EUR ${one} ${rateText(1n + next(2 ** 31) * (1n + next(50)))}`));
      const found = conversionOn(quotes, { from, to, on });
      if (found === null) throw new Error('no rate');
      const minor = next(2 ** 31) * (1n + next(5_000));
      const got = converted(money(minor, from), to, found).minor;
      const [left, right] = [BigInt(currencyDecimals.get(from) ?? 0), BigInt(currencyDecimals.get(to) ?? 0)];
      // |exact − got| ≤ ½, and where it is ½ the result is the one further from zero
      const whole = found.denominator * 10n ** left;
      const exact = minor * found.numerator * 10n ** right;
      const off = 2n * (got * whole - exact);
      expect(off > -whole && off <= whole, `${minor} ${from} ${to}`).toBe(true);
      expect(converted(money(-minor, from), to, found).minor).toBe(-got);
    }
  });
  test.each([
    { from: 'USD', minor: 1900n, to: 'EUR', right: 1751n },
    { from: 'JPY', minor: 1000n, to: 'EUR', right: 613n },
    { from: 'KWD', minor: 1425n, to: 'EUR', right: 43n },
    { from: 'EUR', minor: 1751n, to: 'JPY', right: 2854n },
    { from: 'EUR', minor: 1000n, to: 'KWD', right: 33_300n },
    { from: 'USD', minor: 1900n, to: 'PLN', right: 7494n },
  ])('$from $minor is $to $right', ({ from, minor, to, right }) => {
    const quotes = [quote('EUR USD 1.085'), quote('EUR JPY 163'), quote('EUR KWD 3.33'), quote('EUR PLN 4.2793')];
    const found = conversionOn(quotes, { from, to, on });
    expect(found === null ? null : converted(money(minor, from), to, found).minor).toBe(right);
  });
  test('a half goes away from nought', () => {
    const found = conversionOn([quote('EUR USD 2')], { from: 'USD', to: 'EUR', on });
    expect([1n, 3n, -1n, -3n].map((minor) => found && converted(money(minor, 'USD'), 'EUR', found).minor)).toEqual([
      1n,
      2n,
      -1n,
      -2n,
    ]);
  });
});

describe('which rate counts', () => {
  const rates = [quote('EUR USD 1.1', { day: '2026-11-13' }), quote('EUR USD 1.2', { day: '2026-11-20' })];
  const rateOn = (quotes: readonly Quote[], day: string) =>
    conversionOn(quotes, { from: 'USD', to: 'EUR', on: day })?.quotes[0]?.rate ?? null;
  test('the newest that was published on the day or before: a weekend takes the Friday', () => {
    expect(rateOn(rates, '2026-11-20')).toBe(120_000_000n);
    expect(rateOn(rates, '2026-11-22')).toBe(120_000_000n);
    expect(rateOn(rates, '2026-11-19')).toBe(110_000_000n);
    expect(rateOn(rates, '2026-11-12')).toBeNull();
  });
  test('ten days long, and no longer', () => {
    expect(rateOn(rates, '2026-11-30')).toBe(120_000_000n);
    expect(rateOn(rates, '2026-12-01')).toBeNull();
  });
  test('on the same day what was entered comes first; an older own one does not come before a newer one of the bank', () => {
    const own = { source: 'own' as const, origin: 'NBP' };
    expect(rateOn([...rates, quote('EUR USD 1.3', own)], '2026-11-20')).toBe(130_000_000n);
    expect(rateOn([...rates, quote('EUR USD 1.3', { ...own, day: '2026-11-19' })], '2026-11-20')).toBe(120_000_000n);
  });
  test('what goes by way of the euro is of one day and one publisher', () => {
    const asked = { from: 'USD', to: 'PLN', on };
    const [usd, pln] = [quote('EUR USD 1.085'), quote('EUR PLN 4.2793')];
    expect(conversionOn([usd, pln], asked)?.quotes).toEqual([usd, pln]);
    expect(conversionOn([usd, { ...pln, day: '2026-11-19' }], asked)).toBeNull();
    expect(conversionOn([usd, { ...pln, source: 'own', origin: 'NBP' }], asked)).toBeNull();
    const older = { day: '2026-11-18' };
    expect(conversionOn([usd, { ...usd, ...older }, { ...pln, ...older }], asked)?.day).toBe('2026-11-18');
  });
  test('a rate for both currencies at once comes before the way by the euro, in either direction', () => {
    const direct = quote('PLN USD 0.25');
    const all = [quote('EUR USD 1.085'), quote('EUR PLN 4.2793'), direct];
    expect(conversionOn(all, { from: 'USD', to: 'PLN', on })?.quotes).toEqual([direct]);
    expect(conversionOn(all, { from: 'PLN', to: 'USD', on })?.quotes).toEqual([direct]);
  });
  test('bookkeepers take it as so much for one of the seller’s', () => {
    const found = conversionOn([quote('EUR USD 1.085')], { from: 'USD', to: 'EUR', on });
    expect(found === null ? null : perUnit(found)).toBe('1.085');
  });
});

describe('the currency of a seller’s books', () => {
  test('is that of the country, unless the seller decides; only a decision makes claims wait', () => {
    expect(accountingOf({ country: 'DE', accountingCurrency: null })).toEqual({ currency: 'EUR', waits: false });
    expect(accountingOf({ country: 'PL', accountingCurrency: null })).toEqual({ currency: 'PLN', waits: false });
    expect(accountingOf({ country: 'DE', accountingCurrency: 'EUR' })).toEqual({ currency: 'EUR', waits: true });
    expect(accountingOf({ country: 'DE', accountingCurrency: 'none' })).toBeNull();
    expect(accountingOf({ country: 'BR', accountingCurrency: null })).toBeNull();
    expect(accountingOf({ country: '', accountingCurrency: null })).toBeNull();
  });
  test('every member state of the Union has one that ISO 4217 knows', () => {
    const states = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
    expect(states.filter((one) => !currencyDecimals.has(currencyOfCountry(one) ?? ''))).toEqual([]);
  });
  test('days go back over months, leap days and changes of the clock', () => {
    expect([daysBefore('2028-03-01', 1), daysBefore('2026-01-05', 10), daysBefore('2026-03-30', 1)]).toEqual([
      '2028-02-29',
      '2025-12-26',
      '2026-03-29',
    ]);
  });
});
