import { expect, test } from 'vitest';
import {
  afterBusinessMinutes,
  answeredClock,
  businessMinutesBetween,
  firstClock,
  pausedClock,
  standardDays,
  startedClock,
  urgentAt,
  usedUntil,
} from './promise.rules.ts';

const berlin = { timeZone: 'Europe/Berlin', days: standardDays };
const at = (text: string) => Date.parse(text);
const minute = 60_000;

test.each([
  ['within a day', '2026-11-16T10:00:00+01:00', 60, '2026-11-16T11:00:00+01:00'],
  ['over the night', '2026-11-16T16:30:00+01:00', 60, '2026-11-17T09:30:00+01:00'],
  ['over the weekend', '2026-11-20T16:30:00+01:00', 60, '2026-11-23T09:30:00+01:00'],
  ['from a Sunday', '2026-11-22T12:00:00+01:00', 30, '2026-11-23T09:30:00+01:00'],
  ['over the change to winter', '2026-10-23T16:00:00+02:00', 120, '2026-10-26T10:00:00+01:00'],
  ['over the change to summer', '2026-03-27T16:00:00+01:00', 120, '2026-03-30T10:00:00+02:00'],
])('minutes of business hours %s', (...[, from, minutes, until]) => {
  expect(afterBusinessMinutes(berlin, at(from), minutes)).toBe(at(until));
  expect(businessMinutesBetween(berlin, at(from), at(until))).toBe(minutes);
});

test('where it is never open nothing is promised', () => {
  expect(afterBusinessMinutes({ timeZone: 'UTC', days: [null, null, null, null, null, null, null] }, 0, 1)).toBeNull();
});

test('a clock stands while the customer is waited for, and goes on with what was left', () => {
  const hours = berlin;
  const start = at('2026-11-16T10:00:00+01:00');
  const first = firstClock(60, { at: start, hours });
  const paused = pausedClock(first, { at: start + 20 * minute, hours });
  expect([paused.used, paused.dueAt, paused.since]).toEqual([20, null, null]);
  const resumed = startedClock(paused, 60, { at: start + 180 * minute, hours });
  expect(resumed.kind).toBe('first');
  expect(resumed.dueAt).toBe(start + 220 * minute);
  expect(usedUntil(resumed, { at: start + 190 * minute, hours })).toBe(30);
  // a clock that runs is not begun again by a second question
  expect(startedClock(resumed, 60, { at: start + 200 * minute, hours })).toBe(resumed);
  const next = startedClock(answeredClock(resumed), 60, { at: start + 240 * minute, hours });
  expect([next.kind, next.dueAt]).toEqual(['next', start + 300 * minute]);
});

test('what presses comes first, and what waits for the customer last', () => {
  const of = {
    state: 'open',
    priority: 'normal',
    dueAt: 100_000_000_000,
    lastAt: 99_999_000_000,
    supportLevel: 'standard',
  } as const;
  const order = [
    urgentAt({ ...of, priority: 'urgent' }),
    urgentAt({ ...of, priority: 'high' }),
    urgentAt({ ...of, supportLevel: 'priority' }),
    urgentAt(of),
    urgentAt({ ...of, priority: 'low' }),
    urgentAt({ ...of, dueAt: null }),
    urgentAt({ ...of, state: 'pending_customer', dueAt: null }),
  ];
  expect(order.toSorted((a, b) => a - b)).toEqual(order);
});
