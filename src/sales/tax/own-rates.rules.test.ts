import { expect, test } from 'vitest';
import { rateOf, ratesOf, rateText, rowsOf } from './own-rates.rules.ts';

test.each([
  ['19', 19_000],
  ['25.5', 25_500],
  ['25,5', 25_500],
  [' 7.125 ', 7_125],
  ['0', 0],
  ['50', 50_000],
])('%s is %i thousandths of a percent, and back', (text, rate) => {
  expect(rateOf(text)).toBe(rate);
  expect(rateOf(rateText(rate))).toBe(rate);
});

test.each(['', '-1', '50.001', '100', '1.2345', '19 %', 'NaN', '1e1', '٥'])('%s is no rate', (text) => {
  expect(rateOf(text)).toBeNull();
});

test('rows come by place, and go back as they were; one that is no rate holds up all', () => {
  const rates = { NO: 25_000, 'PT-20': 16_000, CH: 8_100 };
  expect(rowsOf(rates)).toEqual([
    { place: 'CH', rate: '8.1' },
    { place: 'NO', rate: '25' },
    { place: 'PT-20', rate: '16' },
  ]);
  expect(ratesOf(rowsOf(rates))).toEqual(rates);
  expect(ratesOf([{ place: 'NO', rate: 'much' }])).toBeNull();
});
