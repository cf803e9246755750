import { expect, test } from 'vitest';
import { estimate } from './strength-estimate.hook.ts';

test.each(['password1', 'qwertz123', 'atrium2026'])('%s is easy to guess', (password) =>
  expect(estimate(password, [])).toBeLessThan(2),
);
test('what others know of a person makes a password weaker', () => {
  const password = 'kowalczyk-lena';
  expect(estimate(password, ['Lena Kowalczyk'])).toBeLessThan(estimate(password, []));
});
test('a few unusual words are good', () => expect(estimate('harbour lantern orbit', [])).toBeGreaterThanOrEqual(3));
