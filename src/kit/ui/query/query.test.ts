import { expect, test } from 'vitest';
import { waitToShow } from './query.ts';

test('what is over in 150 ms is never shown as pending', () => {
  expect(waitToShow({ pending: true, since: 0, now: 5000 })).toBe(150);
});

test('once shown, it stays for 200 ms in all', () => {
  expect(waitToShow({ pending: false, since: 1000, now: 1050 })).toBe(150);
  expect(waitToShow({ pending: false, since: 1000, now: 1200 })).toBe(0);
  expect(waitToShow({ pending: false, since: 1000, now: 9000 })).toBe(0);
});
