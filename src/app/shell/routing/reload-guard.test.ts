import { expect, onTestFinished, test, vi } from 'vitest';
import { createReloadGuard, isChunkFailure } from './reload-guard.ts';

const lost = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');

function pageForTest() {
  const kept = new Map<string, string>();
  const listeners: (() => void)[] = [];
  const page = { reloads: 0 };
  vi.useFakeTimers({ now: 5_000_000 });
  onTestFinished(() => void vi.useRealTimers());
  const guard = createReloadGuard({
    storage: { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v) },
    reload: () => void page.reloads++,
    onLeave: (run) => void listeners.push(run),
  });
  return { page, guard, leave: () => listeners.forEach((run) => run()) };
}

test('a page reloads for a lost chunk at most once per 60 seconds', () => {
  const { page, guard } = pageForTest();
  expect(guard(lost)).toBe(true);
  vi.advanceTimersByTime(59_999);
  expect(guard(lost)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(guard(lost)).toBe(true);
  expect(page.reloads).toBe(2);
});

test('a page that is being left is not loaded again, but one that stays after a download is', () => {
  const { page, guard, leave } = pageForTest();
  leave();
  vi.advanceTimersByTime(9_999);
  expect(guard(lost)).toBe(true);
  expect(page.reloads).toBe(0);
  vi.advanceTimersByTime(1);
  expect(guard(lost)).toBe(true);
  expect(page.reloads).toBe(1);
});

test('only failures of code count', () => {
  const { page, guard } = pageForTest();
  expect(isChunkFailure(lost)).toBe(true);
  expect(guard(new Error('not_found'))).toBe(false);
  expect(page.reloads).toBe(0);
});
