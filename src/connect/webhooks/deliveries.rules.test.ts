import { expect, test } from 'vitest';
import { lookAgainIn } from './deliveries.rules.ts';

const now = 1_000_000;
const waiting = (after: number, tries = 1) => ({ state: 'waiting' as const, nextAt: now + after, tries });

test('a log in which nothing waits is not asked for again', () => {
  expect(lookAgainIn([], now)).toBeNull();
  expect(
    lookAgainIn(
      [
        { state: 'delivered', nextAt: null, tries: 1 },
        { state: 'given-up', nextAt: null, tries: 15 },
      ],
      now,
    ),
  ).toBeNull();
});

test('it is asked for again two seconds after the next try, and at least once a minute', () => {
  expect(lookAgainIn([waiting(40_000), waiting(5_000)], now)).toBe(7_000);
  expect(lookAgainIn([waiting(-3_000)], now)).toBe(2_000);
  expect(lookAgainIn([waiting(60_000, 0)], now)).toBe(2_000);
  expect(lookAgainIn([waiting(3_600_000)], now)).toBe(60_000);
});
