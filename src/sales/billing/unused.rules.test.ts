import { describe, expect, test } from 'vitest';
import { isByLine, shareLeft, timeOf, unusedAmount } from './unused.rules.ts';

const at = (day: string) => Date.parse(`2027-${day}T10:00:00Z`);
const none = { left: 0n, total: 1n };
const january = { start: at('01-10'), end: at('02-10') };

describe('the time of a line', () => {
  const line = { kind: 'plan' as const, periodStart: null, periodEnd: null, explained: { period: 'month' } };
  const own = { ...line, periodStart: new Date(january.start), periodEnd: new Date(january.end) };

  test('is its own, or that of the period that its claim began', () => {
    expect(timeOf(own, { begun: null, zone: 'UTC' })).toEqual(january);
    expect(timeOf(line, { begun: january, zone: 'UTC' })).toEqual(january);
    expect(timeOf(line, { begun: null, zone: 'UTC' })).toBeNull();
    expect(timeOf({ ...line, kind: 'pass', explained: { period: 'once' } }, { begun: january, zone: 'UTC' })).toEqual(january);
  });
  test('goes on where the period was made longer', () => {
    const longer = { ...january, end: at('02-20') };
    expect([timeOf(line, { begun: longer, zone: 'UTC' }), timeOf(own, { begun: longer, zone: 'UTC' })]).toEqual([longer, longer]);
  });
  test('stays where a change of rhythm ended the period, or began another at its first moment', () => {
    expect(timeOf(line, { begun: { ...january, end: at('01-13') }, zone: 'UTC' })).toEqual(january);
    expect(timeOf(line, { begun: { ...january, end: Date.parse('2028-01-10T10:00:00Z') }, zone: 'UTC' })).toEqual(january);
  });
});

test('nothing is left of minutes, of being set up, and of what has no time', () => {
  const now = at('01-20');
  expect(shareLeft({ kind: 'minutes', span: january }, now)).toEqual(none);
  expect(shareLeft({ kind: 'setup', span: january }, january.start)).toEqual(none);
  expect(shareLeft({ kind: 'plan', span: null }, now)).toEqual(none);
  expect(shareLeft({ kind: 'plan', span: january }, january.end)).toEqual(none);
  expect(shareLeft({ kind: 'plan', span: january }, january.start)).toEqual({ left: 1n, total: 1n });
  expect(shareLeft({ kind: 'plan', span: january }, now)).toEqual({ left: 1_814_400n, total: 2_678_400n });
});

test('a whole group is what it comes to; a part of it has the tax of its rate; deductions count against the rest', () => {
  const rated = { category: 'S' as const, rate: 19_000 };
  const half = { left: 1n, total: 2n };
  const groups = [{ ...rated, base: 3000n, tax: 571n }];
  const plan = { ...rated, net: 3000n, share: half };
  expect(unusedAmount([plan], groups)).toBe(1786n);
  const minutes = { ...rated, net: 20_000n, share: none };
  expect(unusedAmount([plan, minutes], [{ ...rated, base: 23_000n, tax: 4370n }])).toBe(1785n);
  expect(isByLine([plan, minutes])).toBe(true);
  const credit = { ...rated, net: -1000n, share: half };
  expect(unusedAmount([plan, credit], [{ ...rated, base: 2000n, tax: 380n }])).toBe(1190n);
  expect([isByLine([plan, credit]), isByLine([plan]), isByLine([])]).toEqual([false, false, false]);
});
