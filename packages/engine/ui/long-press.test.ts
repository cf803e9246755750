import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLongPress } from '#ui/long-press.ts';

const rules = { hold: 400, longTap: 400, tapTolerance: 10 };
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function finger() {
  const held = vi.fn();
  return { ...createLongPress(rules, held), held };
}

test('a finger that rests for 400 ms is a long press, a shorter one is a tap', () => {
  const { down, up, held } = finger();
  down({ x: 50, y: 50 });
  vi.advanceTimersByTime(399);
  expect([up(), held.mock.calls.length]).toEqual([false, 0]);
  vi.advanceTimersByTime(1000);
  down({ x: 50, y: 50 });
  vi.advanceTimersByTime(400);
  expect([held.mock.calls.length, up()]).toEqual([1, true]);
});

test('holding is felt at its own time, before the tap is a long one', () => {
  const felt = vi.fn();
  const { down, up } = createLongPress({ ...rules, hold: 200 }, felt);
  down({ x: 1, y: 1 });
  vi.advanceTimersByTime(200);
  expect([felt.mock.calls.length, up()]).toEqual([1, false]);
});

test('a finger may tremble by 10 pixels; one that moves on scrolls', () => {
  const { down, move, up } = finger();
  down({ x: 50, y: 50 });
  move({ x: 56, y: 58 });
  vi.advanceTimersByTime(400);
  expect(up()).toBe(true);
  down({ x: 50, y: 50 });
  move({ x: 50, y: 61 });
  move({ x: 50, y: 50 });
  vi.advanceTimersByTime(400);
  expect(up()).toBe(false);
});

test('what the browser takes for itself is no press, and every press begins anew', () => {
  const { down, cancel, up, held } = finger();
  down({ x: 1, y: 1 });
  cancel();
  vi.advanceTimersByTime(400);
  expect([up(), held.mock.calls.length]).toEqual([false, 0]);
  down({ x: 1, y: 1 });
  vi.advanceTimersByTime(300);
  down({ x: 1, y: 1 });
  vi.advanceTimersByTime(300);
  expect(up()).toBe(false);
});
