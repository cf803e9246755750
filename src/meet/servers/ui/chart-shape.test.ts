import { expect, test } from 'vitest';
import { areaOf, linesOf, roundTop, topOf } from './chart-shape.hook.ts';
import { runsOf } from './server-figures.part.tsx';

const sample = (at: number, people: number) => {
  return { at, people, load: 0, meetings: 0, peak: people, voices: 0, videos: 0, health: 'healthy' as const };
};

test('a scale ends at a round, even number that holds everything', () => {
  expect([0, 3, 9, 19, 231, 400, 401, 999].map(roundTop)).toEqual([2, 4, 10, 20, 400, 400, 600, 1000]);
});

test('the limit is always on the picture', () => {
  const about = { figure: 'people', limit: 400 } as const;
  expect(topOf([sample(0, 12)], about)).toBe(400);
  expect(topOf([sample(0, 512)], about)).toBe(600);
});

test('a time without measurements is a gap, and one sample alone can be seen', () => {
  const samples = [sample(0, 1), sample(10, 2), sample(100, 3)];
  expect(linesOf({ samples, stepMs: 10 }).map((line) => line.map((one) => one.at))).toEqual([
    [0, 10],
    [100, 110],
  ]);
});

test('the area under a line goes down to zero at both ends', () => {
  expect(areaOf(['0 10', '50 20'])).toBe('M0 10L50 20L50 100L0 100z');
});

test('hours without a figure split the small line of the list', () => {
  expect(runsOf([null, 1, 2, null, 3]).map((run) => run.map((one) => one.at))).toEqual([[1, 2], [4]]);
});
