import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFinger, swipeOf } from './gestures.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
/** A finger that rests at a place for some milliseconds. */
function rest(ms: number) {
  const held = vi.fn();
  const finger = createFinger(held);
  finger.down({ x: 50, y: 50, at: 1000 });
  vi.advanceTimersByTime(ms);
  return { held: () => held.mock.calls.length, finger, up: (x = 50, y = 50) => finger.up({ x, y, at: 1000 + ms }) };
}

test('from 400 ms on a finger holds, and lifted it was a long tap', () => {
  const short = rest(399);
  expect([short.up(), short.held()]).toEqual(['tap', 0]);
  const long = rest(400);
  expect([long.held(), long.up(), long.held()]).toEqual([1, 'longTap', 1]);
});

test('a late timer changes nothing: what counts is the time of the events', () => {
  const held = vi.fn();
  const finger = createFinger(held);
  finger.down({ x: 5, y: 5, at: 100 });
  expect([finger.up({ x: 5, y: 5, at: 520 }), held.mock.calls.length]).toEqual(['longTap', 1]);
  vi.advanceTimersByTime(1000);
  expect(held).toHaveBeenCalledTimes(1);
});

test('within 10 pixels a finger rests; beyond it is no tap, and beyond 30 a swipe', () => {
  expect(rest(100).up(56, 58)).toBe('tap');
  expect(rest(100).up(50, 61)).toBe('none');
  expect(rest(100).up(80, 50)).toBe('none');
  expect([rest(100).up(81, 60), rest(100).up(19, 60)]).toEqual(['swipeRight', 'swipeLeft']);
  expect([swipeOf(31, 31), swipeOf(0, -31), swipeOf(30, 30)]).toEqual(['swipeDown', 'swipeUp', 'none']);
});

test('a finger that left its spot neither holds nor taps, even when it comes back', () => {
  const { held, finger, up } = rest(200);
  finger.move({ x: 50, y: 61, at: 1200 });
  finger.move({ x: 50, y: 50, at: 1250 });
  vi.advanceTimersByTime(400);
  expect([up(), held()]).toEqual(['none', 0]);
});

test('what the browser takes for itself is nothing, and every press begins at its own time', () => {
  const { held, finger, up } = rest(300);
  finger.cancel();
  vi.advanceTimersByTime(400);
  expect([up(), held()]).toEqual(['none', 0]);
  const again = rest(300);
  again.finger.down({ x: 50, y: 50, at: 1300 });
  vi.advanceTimersByTime(300);
  expect(again.finger.up({ x: 50, y: 50, at: 1600 })).toBe('tap');
});
