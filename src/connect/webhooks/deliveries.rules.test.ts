import { expect, test } from 'vitest';
import { lookAgainIn, pauseAfter, redirectsFor } from './deliveries.rules.ts';

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

test('121 pauses: those of servers at the end of a meeting, doubling ones for all else', () => {
  expect([1, 2, 3, 4, 5].map((tries) => pauseAfter('meeting-ended', tries))).toEqual([30_000, 60_000, 120_000, 300_000, null]);
  expect([1, 2, 3, 14, 15].map((tries) => pauseAfter('recording-ready', tries))).toEqual([
    5_000,
    10_000,
    20_000,
    40_960_000,
    null,
  ]);
  expect([redirectsFor('meeting-ended'), redirectsFor('webhook')]).toEqual([0, 3]);
});
