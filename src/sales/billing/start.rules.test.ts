import { expect, test } from 'vitest';
import { dayIn } from './days.rules.ts';
import { periodAt } from './period.rules.ts';
import { monthsFrom, startDays, startOn } from './start.rules.ts';

const now = Date.UTC(2026, 10, 22, 23, 30);
const at = { now, zone: 'Europe/Berlin' };

test('a start is today, or a day of the next twelve months by the seller’s calendar', () => {
  expect(startDays(now, at.zone)).toEqual({ from: '2026-11-23', until: '2027-11-23' });
  expect(startOn(undefined, at)).toEqual({ kind: 'now' });
  expect(startOn('2026-11-23', at)).toEqual({ kind: 'now' });
  expect(startOn('2026-12-01', at)).toEqual({ kind: 'at', at: Date.UTC(2026, 11, 1) });
  expect(startOn('2027-07-01', at)).toEqual({ kind: 'at', at: Date.UTC(2027, 6, 1) });
});

const far = { now: Date.UTC(2027, 0, 10, 10) };
test.each(['Europe/Berlin', 'Asia/Tokyo', 'Pacific/Kiritimati', 'UTC', 'America/New_York', 'Pacific/Pago_Pago'])(
  'what begins on the first day of a month ends on the first of another in %s, in summer and in winter',
  (zone) => {
    for (const [day, ...ends] of [
      ['2027-03-01', '2027-04-01', '2027-05-01', '2027-06-01', '2027-07-01'],
      ['2027-09-01', '2027-10-01', '2027-11-01', '2027-12-01', '2028-01-01'],
    ]) {
      const found = startOn(day, { ...far, zone });
      const start = found.kind === 'at' ? found.at : Number.NaN;
      expect(dayIn(start, zone)).toBe(day);
      expect(ends.map((_end, n) => dayIn(periodAt({ anchor: start, every: 'month', zone }, n).end, zone))).toEqual(ends);
      expect(dayIn(monthsFrom(start, 3, zone), zone)).toBe(ends[2]);
      expect(dayIn(periodAt({ anchor: start, every: 'year', zone }, 0).end, zone)).toBe(`2028-${day?.slice(5)}`);
    }
  },
);

test('a day that is over, too far ahead or none is refused', () => {
  for (const day of ['2026-11-22', '2027-11-24', '2027-02-30', 'soon']) expect(startOn(day, at)).toEqual({ kind: 'refused' });
});

test('months end on the same day, or on the last one of a shorter month', () => {
  expect(monthsFrom(Date.UTC(2026, 10, 30, 8), 3, 'UTC')).toBe(Date.UTC(2027, 1, 28, 8));
});
