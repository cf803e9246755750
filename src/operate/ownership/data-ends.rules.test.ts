import { expect, test } from 'vitest';
import { closeOn, closesOn, firstWordOn, isUntold, nextStep, type ToldTimes } from './data-ends.rules.ts';

const day = 86_400_000;
const at = (told: Partial<ToldTimes>): ToldTimes => ({
  firstToldAt: 30 * day,
  firstHeardAt: 30 * day,
  lastToldAt: null,
  lastHeardAt: null,
  triedAt: told.lastToldAt ?? 30 * day,
  ...told,
});
const last = at({ lastToldAt: 53 * day, lastHeardAt: 53 * day });

test('after sixty days: the first word on the thirtieth, the last on the fifty-third', () => {
  expect(firstWordOn(0, 60)).toBe(30 * day);
  const closeAt = closeOn({ counted: 0, days: 60, told: 30 * day });
  expect(closeAt).toBe(60 * day);
  expect(nextStep({ now: 53 * day - 1, closeAt, told: at({}) })).toEqual({ act: 'wait' });
  expect(nextStep({ now: 53 * day, closeAt, told: at({}) })).toEqual({ act: 'tell', word: 'last', closeAt });
  expect(nextStep({ now: 60 * day - 1, closeAt, told: last })).toEqual({ act: 'wait' });
  expect(nextStep({ now: 60 * day, closeAt, told: last })).toEqual({ act: 'close' });
});

test('whoever is told late has the same days from then on', () => {
  const closeAt = closeOn({ counted: 0, days: 60, told: 400 * day });
  expect(closeAt).toBe(430 * day);
  const told = at({ firstToldAt: 400 * day, firstHeardAt: 400 * day });
  expect(nextStep({ now: 450 * day, closeAt, told })).toEqual({ act: 'tell', word: 'last', closeAt: 457 * day });
});

test('a word that no mail server took is written again every week, and moves the day', () => {
  const closeAt = 60 * day;
  const unheard = at({ firstHeardAt: null });
  expect(nextStep({ now: 37 * day - 1, closeAt, told: unheard })).toEqual({ act: 'wait' });
  expect(nextStep({ now: 37 * day, closeAt, told: unheard })).toEqual({ act: 'tell', word: 'first', closeAt: 67 * day });
  const again = at({ lastToldAt: 53 * day });
  expect(nextStep({ now: 900 * day, closeAt, told: at({ ...again, triedAt: 899 * day }) })).toEqual({ act: 'wait' });
  expect(nextStep({ now: 60 * day, closeAt, told: again })).toEqual({ act: 'tell', word: 'last', closeAt: 67 * day });
});

test('the day moves with a longer setting and with a word that was heard late, and never back', () => {
  const closeAt = 60 * day;
  expect(closesOn({ closeAt, counted: 0, days: 30, told: last })).toBe(60 * day);
  expect(closesOn({ closeAt, counted: 0, days: 61, told: last })).toBe(61 * day);
  expect(closesOn({ closeAt, counted: 0, days: 60, told: at({ firstHeardAt: 50 * day }) })).toBe(80 * day);
  expect(closesOn({ closeAt, counted: 0, days: 60, told: at({ lastToldAt: 53 * day, lastHeardAt: 59 * day }) })).toBe(66 * day);
});

test('it counts as untold when the word that is due was taken by nobody within a day', () => {
  expect(isUntold({ now: 31 * day - 1, told: at({ firstHeardAt: null }) })).toBe(false);
  expect(isUntold({ now: 31 * day, told: at({ firstHeardAt: null }) })).toBe(true);
  expect(isUntold({ now: 55 * day, told: at({ lastToldAt: 53 * day }) })).toBe(true);
  expect(isUntold({ now: 55 * day, told: last })).toBe(false);
});
