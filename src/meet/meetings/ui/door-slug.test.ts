import { expect, test } from 'vitest';
import { slugIn } from './door-slug.hook.ts';

test.each([
  ['math-9b', 'math-9b'],
  ['  Math-9B ', 'math-9b'],
  ['https://meet.example.org/m/math-9b', 'math-9b'],
  ['meet.example.org/m/math-9b?left=1', 'math-9b'],
  ['/m/math-9b', 'math-9b'],
  ['m/math-9b', 'math-9b'],
  ['math 9b', 'math-9b'],
])('what somebody pastes leads to its room: %s', (text, slug) => {
  expect(slugIn(text)).toBe(slug);
});

test.each(['', '   ', 'a', 'https://elsewhere.example.org/room', '-math-', 'x'.repeat(65), 'login'])(
  'what is no link is told: %s',
  (text) => {
    expect(slugIn(text)).toBeNull();
  },
);
