import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoadingBar } from './loading-bar.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const make = () =>
  createLoadingBar({
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (timer) => clearTimeout(Number(timer)),
    now: () => Date.now(),
  });

test('a page that is there within 200 ms shows no bar', () => {
  const bar = make();
  bar.start();
  vi.advanceTimersByTime(199);
  expect(bar.state().shown).toBe(false);
  bar.finish();
  vi.advanceTimersByTime(10_000);
  expect(bar.state()).toEqual({ shown: false, percent: 0, failed: false });
});

test('it fills over five seconds', () => {
  const bar = make();
  bar.start();
  vi.advanceTimersByTime(200 + 2500);
  expect(bar.state().percent).toBeCloseTo(50);
  vi.advanceTimersByTime(2500);
  expect(bar.state()).toMatchObject({ shown: true, percent: 100 });
});

test('it fills over five seconds where timers come late, too', () => {
  const clock = { now: 0 };
  const waiting: (() => void)[] = [];
  const bar = createLoadingBar({ setTimeout: (run) => waiting.push(run), clearTimeout: () => {}, now: () => clock.now });
  const tickAt = (ms: number) => {
    clock.now = ms;
    waiting.pop()?.();
  };
  bar.start();
  for (const late of [350, 900, 1450, 2700]) tickAt(late);
  expect(bar.state().percent).toBeCloseTo(50);
  for (const late of [3900, 5200]) tickAt(late);
  expect(bar.state().percent).toBe(100);
});

test('a data call moves it by 45 percent, one of two kinds by 30', () => {
  const bar = make();
  bar.start();
  vi.advanceTimersByTime(200);
  const first = bar.state().percent;
  bar.step('one');
  expect(bar.state().percent).toBeCloseTo(first + 45);
  bar.step('two');
  expect(bar.state().percent).toBeCloseTo(first + 75);
});

test('it hides 500 ms after finishing, and a failure keeps its style until then', () => {
  const bar = make();
  bar.start();
  vi.advanceTimersByTime(300);
  bar.fail();
  expect(bar.state()).toEqual({ shown: true, percent: 100, failed: true });
  vi.advanceTimersByTime(499);
  expect(bar.state().shown).toBe(true);
  vi.advanceTimersByTime(1);
  expect(bar.state()).toEqual({ shown: false, percent: 0, failed: false });
});

test('a redirect to another page pauses it, one back to this page ends it', () => {
  const bar = make();
  bar.start();
  vi.advanceTimersByTime(300);
  const { percent } = bar.state();
  bar.redirected({ current: '/rooms', target: '/login' });
  vi.advanceTimersByTime(3000);
  expect(bar.state().percent).toBe(percent);
  bar.redirected({ current: '/rooms', target: '/rooms' });
  vi.advanceTimersByTime(500);
  expect(bar.state().shown).toBe(false);
});
