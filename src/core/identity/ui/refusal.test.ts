import { expect, test } from 'vitest';
import { waitIn } from './refusal.hook.ts';

test.each([
  [0.2, { unit: 'seconds', count: 1 }],
  [45, { unit: 'seconds', count: 45 }],
  [89, { unit: 'seconds', count: 89 }],
  [90, { unit: 'minutes', count: 2 }],
  [900, { unit: 'minutes', count: 15 }],
])('a wait of %d seconds is told so that nobody comes back too early', (seconds, words) =>
  expect(waitIn(seconds)).toEqual(words),
);
