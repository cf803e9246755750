import { expect, test } from 'vitest';
import { dayIn } from '#kit/dates.ts';
import { endOfDay } from './keep-day.hook.ts';

test('the end of a day is its last second in the zone of the reader, also when the clocks change', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/Los_Angeles'])
    for (const day of ['2026-01-31', '2026-03-29', '2026-10-25', '2026-11-01', '2028-02-29']) {
      const end = endOfDay(day, zone) ?? 0;
      expect([zone, dayIn(end, zone), dayIn(end + 1000, zone) > day]).toEqual([zone, day, true]);
    }
  expect(endOfDay('', 'UTC')).toBeNull();
});
