import { expect, test } from 'vitest';
import { creditLeft, creditTaxes } from './credit.rules.ts';

const groups = [
  { category: 'S', rate: 19_000, base: 10_000, tax: 1900 },
  { category: 'S', rate: 7000, base: 5000, tax: 350 },
];

test('a part is spread over the tax groups and adds up to the amount', () => {
  const parts = creditTaxes(groups, 5000, 'EUR');
  expect(parts.reduce((sum, one) => sum + one.base + one.tax, 0)).toBe(5000);
  expect(parts).toEqual([
    { category: 'S', rate: 19_000, base: 2898, tax: 551 },
    { category: 'S', rate: 7000, base: 1450, tax: 101 },
  ]);
});

test('the whole is what the invoice says, to the last minor unit', () => {
  expect(creditTaxes(groups, 17_250, 'EUR')).toEqual(groups);
  expect(creditTaxes([], 100, 'EUR')).toEqual([]);
});

test('what was given back before counts', () => {
  expect(creditLeft({ total: 17_250, creditNotes: [{ total: 5000 }, { total: 250 }] })).toBe(12_000);
});
