import { expect, test } from 'vitest';
import { memberStates } from './places.rules.ts';
import { knownRates, rateAt, ratesWith, ratesWithin } from './rates.rules.ts';

const table = ratesWith({});
const rate = (place: string, date: string) => rateAt(place, date, table)?.rate ?? null;

test('the standard rates of 2026', () => {
  const percents = Object.fromEntries(memberStates.map((place) => [place, (rate(place, '2026-06-01') ?? 0) / 1000]));
  expect(percents).toEqual({
    ...{ AT: 20, BE: 21, BG: 20, CY: 19, CZ: 21, DE: 19, DK: 25, EE: 24, ES: 21, FI: 25.5, FR: 20, GR: 24, HR: 25, HU: 27 },
    ...{ IE: 23, IT: 22, LT: 21, LU: 17, LV: 21, MT: 18, NL: 21, PL: 23, PT: 23, RO: 21, SE: 25, SI: 22, SK: 23 },
  });
  expect(['GB', 'CH', 'NO', 'PT-20', 'PT-30', 'US'].map((place) => rate(place, '2026-06-01'))).toEqual([
    20_000,
    8_100,
    25_000,
    16_000,
    22_000,
    null,
  ]);
});

test('a rate counts from its day on, not a day earlier', () => {
  expect([rate('FI', '2024-08-31'), rate('FI', '2024-09-01')]).toEqual([24_000, 25_500]);
  expect([rate('RO', '2025-07-31'), rate('RO', '2025-08-01')]).toEqual([19_000, 21_000]);
  expect([rate('LU', '2022-12-31'), rate('LU', '2023-12-31'), rate('LU', '2024-01-01')]).toEqual([17_000, 16_000, 17_000]);
  expect(rate('DE', '2020-12-31')).toBeNull();
});

test('no place has two rates from one day', () => {
  const starts = knownRates.map((one) => `${one.place} ${one.from}`);
  expect(new Set(starts).size).toBe(starts.length);
});

test("the operator's rate wins from its own day on", () => {
  const own = { own: [{ place: 'DE', from: '2027-01-01', rate: 20_000 }], known: knownRates };
  expect(rateAt('DE', '2026-12-31', own)).toEqual({ rate: 19_000, from: 'known' });
  expect(rateAt('DE', '2027-01-01', own)).toEqual({ rate: 20_000, from: 'own' });
});

test('a change inside a period cuts it in two, one at its border does not', () => {
  const year = { from: '2025-01-01', to: '2026-01-01' };
  expect(ratesWithin('EE', year, table)).toEqual([
    { from: '2025-01-01', to: '2025-07-01', rate: 22_000 },
    { from: '2025-07-01', to: '2026-01-01', rate: 24_000 },
  ]);
  expect(ratesWithin('EE', { from: '2025-07-01', to: '2025-08-01' }, table)).toHaveLength(1);
  expect(ratesWithin('EE', { from: '2025-06-01', to: '2025-07-01' }, table)).toHaveLength(1);
  // what the operator entered hides the change that everybody else sees
  expect(ratesWithin('EE', year, ratesWith({ EE: 22_000 }))).toEqual([{ ...year, rate: 22_000 }]);
  expect(ratesWithin('US', year, table)).toEqual([{ ...year, rate: null }]);
});
