import { expect, test } from 'vitest';
import { monthsAfter, monthsFrom, thousandthsOf } from './books.rules.ts';

test('months go over the turn of a year both ways', () => {
  expect([monthsAfter('2026-11', 2), monthsAfter('2026-01', -1), monthsAfter('2026-12', -12)]).toEqual([
    '2027-01',
    '2025-12',
    '2025-12',
  ]);
  expect(monthsFrom('2026-11', '2027-01')).toEqual(['2026-11', '2026-12', '2027-01']);
  expect(monthsFrom('2027-01', '2026-12')).toEqual([]);
});

test('a part of nothing is not known', () => {
  expect([thousandthsOf(25, 1000), thousandthsOf(1, 0)]).toEqual([25, null]);
});
