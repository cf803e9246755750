import { expect, test } from 'vitest';
import { linesOf, printed } from './lists.ts';
import { notePlacement } from './placement.ts';

test('the figures of a list go into the record with their budget, and a miss is a sentence', () => {
  const flat = {
    name: '/api/rooms',
    times: [
      { own: 4, yard: 2 },
      { own: 5, yard: 2 },
    ],
  };
  const grown = {
    name: '/api/audit',
    times: [
      { own: 4, yard: 2 },
      { own: 8, yard: 2 },
    ],
  };
  expect(linesOf(flat)).toEqual([
    { what: 'tables: /api/rooms, largest tables', value: 5, unit: 'ms', budget: '', within: null },
    { what: 'tables: /api/rooms, largest against smallest tables', value: 1.25, unit: 'ratio', budget: '≤ 1.5', within: true },
  ]);
  expect(linesOf(grown)[1]).toMatchObject({ value: 2, within: false });
  expect([printed(flat), printed(grown)]).toEqual([[], [expect.stringContaining('takes 2.00 times as long')]]);
});

test('placement is in the record too', () => {
  expect(notePlacement().lines).toMatchObject([
    { what: 'endpoint: placement of a meeting on 300 servers', unit: 'ms', budget: '≤ 1' },
  ]);
});
