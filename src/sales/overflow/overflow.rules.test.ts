import { expect, test } from 'vitest';
import { type Countable, nextOf, stepsFor, tooMany } from './overflow.rules.ts';

const one = (id: string, of: Partial<Countable> = {}): Countable => ({
  id,
  since: id.charCodeAt(0),
  fixed: false,
  rests: false,
  busy: false,
  chosen: false,
  ...of,
});
const idsOf = (all: readonly Countable[]) => all.map(({ id }) => id).join('');
const steps = (all: readonly Countable[], max: number, due: 'due' | 'not yet' = 'due') => {
  const { rest, wake } = stepsFor(all, { max, due });
  return `${idsOf(rest)}|${idsOf(wake)}`;
};

test('the newest are too many, unless others were chosen; owners never are', () => {
  const all = [one('a'), one('b'), one('c'), one('d')];
  expect(idsOf(tooMany(all, 2))).toBe('cd');
  expect(idsOf(tooMany(all, 9))).toBe('');
  expect(idsOf(tooMany([one('a'), one('b'), one('c', { chosen: true }), one('d', { chosen: true })], 2))).toBe('ab');
  expect(idsOf(tooMany([one('a'), one('b', { fixed: true }), one('c', { fixed: true })], 1))).toBe('a');
  expect(idsOf(tooMany([one('b', { fixed: true }), one('c', { fixed: true })], 0))).toBe('');
});

test('nothing rests before its time, and what is in use not then either', () => {
  const all = [one('a'), one('b'), one('c', { busy: true }), one('d')];
  expect(steps(all, 1, 'not yet')).toBe('|');
  expect(steps(all, 1)).toBe('bd|');
});

test('a swap lets one rest and another wake; while a meeting runs in the first, the second waits', () => {
  const rests = { rests: true };
  expect(steps([one('a'), one('b'), one('c', { ...rests, chosen: true })], 2)).toBe('b|c');
  expect(steps([one('a'), one('b', { busy: true }), one('c', { ...rests, chosen: true })], 2)).toBe('|');
});

test('as soon as there is room, the oldest of those that rest wake, as far as it goes', () => {
  const rests = { rests: true };
  const all = [one('a'), one('b', rests), one('c', rests), one('d', rests)];
  expect(steps(all, 3)).toBe('|bc');
  expect(steps(all, 3, 'not yet')).toBe('|bc');
  expect(steps([one('a'), one('b', rests), one('c', rests), one('d', { ...rests, chosen: true })], 2)).toBe('|d');
});

test('time: three days before it is said once more, and on the day they rest; a smaller plan gives those that are new their own time', () => {
  const day = 86_400_000;
  const of = { key: 'rooms', most: 3, overSince: 0, warnedAt: null, restedAt: null } as const;
  expect([10, 11, 13, 14].map((at) => nextOf(of, { max: 3, now: at * day }))).toEqual(['wait', 'warn', 'warn', 'rest']);
  expect(nextOf({ ...of, warnedAt: 11 * day }, { max: 3, now: 12 * day })).toBe('wait');
  expect(nextOf({ ...of, restedAt: 14 * day }, { max: 3, now: 20 * day })).toBe('rest');
  expect(nextOf({ ...of, restedAt: 14 * day }, { max: 2, now: 20 * day })).toBe('again');
  expect([5, 13.5, 14].map((at) => nextOf({ ...of, warnedAt: 11 * day }, { max: 2, now: at * day }))).toEqual(
    Array(3).fill('again'),
  );
  expect(nextOf(of, { max: 4, now: 5 * day })).toBe('wait');
});
