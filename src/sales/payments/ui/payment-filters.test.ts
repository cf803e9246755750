import { expect, test } from 'vitest';
import { spansOn } from './payment-filters.hook.ts';
import { spanOf } from './payments-data.hook.ts';

test('spans end today or with their month, over the turn of a year too', () => {
  expect(spansOn('2027-01-03')).toEqual({
    week: '2026-12-28..2027-01-03',
    month: '2026-12-05..2027-01-03',
    thisMonth: '2027-01-01..2027-01-03',
    lastMonth: '2026-12-01..2026-12-31',
    thisYear: '2027-01-01..2027-01-03',
  });
  expect(spansOn('2028-03-31').lastMonth).toBe('2028-02-01..2028-02-29');
});

test.each([
  ['2026-11-01..2026-11-30', { from: '2026-11-01', to: '2026-11-30' }],
  ['2026-11-01', null],
  ['2026-13-01..2026-11-30', null],
  ['2026-11-01..2026-11-30..', null],
  ['', null],
  [undefined, null],
])('%s is read from an address', (text, span) => expect(spanOf(text)).toEqual(span));
