import { expect, test } from 'vitest';
import { closeOn, firstWordOn, nextStep } from './data-ends.rules.ts';

const day = 86_400_000;

test('after sixty days: the first word on the thirtieth, the last on the fifty-third', () => {
  expect(firstWordOn(0, 60)).toBe(30 * day);
  const closeAt = closeOn({ counted: 0, days: 60, told: 30 * day });
  expect(closeAt).toBe(60 * day);
  expect(nextStep({ now: 53 * day - 1, closeAt, lastToldAt: null })).toEqual({ act: 'wait' });
  expect(nextStep({ now: 53 * day, closeAt, lastToldAt: null })).toEqual({ act: 'tell', closeAt });
  expect(nextStep({ now: 60 * day - 1, closeAt, lastToldAt: 53 * day })).toEqual({ act: 'wait' });
  expect(nextStep({ now: 60 * day, closeAt, lastToldAt: 53 * day })).toEqual({ act: 'close' });
});

test('whoever is told late has the same days from then on', () => {
  const closeAt = closeOn({ counted: 0, days: 60, told: 400 * day });
  expect(closeAt).toBe(430 * day);
  expect(nextStep({ now: 450 * day, closeAt, lastToldAt: null })).toEqual({ act: 'tell', closeAt: 457 * day });
  expect(nextStep({ now: 456 * day, closeAt, lastToldAt: 450 * day })).toEqual({ act: 'wait' });
});
