import { expect, test } from 'vitest';
import { monthsFrom, startDays, startOn } from './start.rules.ts';

const now = Date.UTC(2026, 10, 22, 23, 30);
const at = { now, zone: 'Europe/Berlin' };

test('a start is today, or a day of the next twelve months by the seller’s calendar', () => {
  expect(startDays(now, at.zone)).toEqual({ from: '2026-11-23', until: '2027-11-23' });
  expect(startOn(undefined, at)).toEqual({ kind: 'now' });
  expect(startOn('2026-11-23', at)).toEqual({ kind: 'now' });
  expect(startOn('2026-12-01', at)).toEqual({ kind: 'at', at: Date.UTC(2026, 10, 30, 23) });
  expect(startOn('2027-07-01', at)).toEqual({ kind: 'at', at: Date.UTC(2027, 5, 30, 22) });
});

test('a day that is over, too far ahead or none is refused', () => {
  for (const day of ['2026-11-22', '2027-11-24', '2027-02-30', 'soon']) expect(startOn(day, at)).toEqual({ kind: 'refused' });
});

test('months end on the same day, or on the last one of a shorter month', () => {
  expect(monthsFrom(Date.UTC(2026, 10, 30, 8), 3)).toBe(Date.UTC(2027, 1, 28, 8));
});
