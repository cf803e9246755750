import { expect, test } from 'vitest';
import { leftToRight } from './money.hook.ts';

test('a number is held together in text from right to left, and nothing stays nothing', () => {
  expect(leftToRight('2026-0042')).toBe('\u20662026-0042\u2069');
  expect(leftToRight('')).toBe('');
});
