import { expect, test } from 'vitest';
import { isChunkFailure, reloadOnce } from './reload-guard.ts';

test('a page reloads for a lost chunk at most once per 60 seconds', () => {
  const kept = new Map<string, string>();
  const clock = { now: 5_000_000, reloads: 0 };
  const page = {
    storage: { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v) },
    now: () => clock.now,
    reload: () => void clock.reloads++,
  };
  expect(reloadOnce(page)).toBe('reloading');
  clock.now += 59_999;
  expect(reloadOnce(page)).toBe('lately');
  clock.now += 1;
  expect(reloadOnce(page)).toBe('reloading');
  expect(clock.reloads).toBe(2);
});

test('only failures of code count', () => {
  expect(isChunkFailure(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))).toBe(true);
  expect(isChunkFailure(new Error('not_found'))).toBe(false);
});
