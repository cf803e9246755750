import { expect, test } from 'vitest';
import { placers } from './placers.ts';
import { compare, firstIsLowest, type Score, tableOf } from './report.ts';
import { courseOf, runCourse } from './run.ts';
import { schoolMorning } from './scene.ts';
import { readTrace, traceScene } from './trace.ts';

test('on small school mornings our fullest server is the least full, at the median and at the worst seed', {
  timeout: 180_000,
}, () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const scenes = seeds.map((seed) => schoolMorning({ seed, servers: 60, meetings: 1_800 }));
  const scores = compare(scenes, () => {});
  expect(scores.map((one) => one.name)).toHaveLength(6);
  expect(firstIsLowest(scores), tableOf(scores)).toBe(true);
});

test('a seed repeats its morning and its outcome', () => {
  const play = () => {
    const course = courseOf(schoolMorning({ seed: 3, servers: 10, meetings: 200 }));
    return placers.map((placer) => [...runCourse(course, placer).peaks]);
  };
  const first = play();
  expect(play()).toEqual(first);
  expect(first.every((peaks) => Math.max(...peaks) > 0)).toBe(true);
});

test('lowest means lower than every other, at both figures', () => {
  const score = (median: number, worstSeed: number): Score => ({
    name: '',
    worst: [],
    median,
    worstSeed,
    p99: 0,
    usual: 0,
    even: 1,
  });
  expect(firstIsLowest([score(1, 2), score(2, 3)])).toBe(true);
  expect(firstIsLowest([score(1, 3), score(2, 3)])).toBe(false);
  expect(firstIsLowest([score(2, 2), score(1, 3)])).toBe(false);
});

test('a trace is read with or without heading; bad rows are named by their line', () => {
  const plain = readTrace('\uFEFF2026-09-01T07:55:00Z,30,45\r\n\r\n1788249400,5,12.5,8,"gold, new"\r\n');
  expect(plain.problems).toEqual([]);
  expect(plain.rows).toEqual([
    { at: Date.parse('2026-09-01T07:55:00Z'), size: 30, minutes: 45, hint: null, pool: null },
    { at: 1_788_249_400_000, size: 5, minutes: 12.5, hint: 8, pool: 'gold, new' },
  ]);
  expect(readTrace('size,create_time,duration\n9,2026-09-01 07:55,30\n').rows).toMatchObject([{ size: 9, minutes: 30 }]);
  const bad = readTrace('create_time,size,duration\n100,3,10\nyesterday,3,10\n100,0,10\n100,3,-1\n100,3\n100,3,10,9\n');
  expect(bad.rows).toHaveLength(1);
  expect(bad.problems.map((problem) => problem.split(':')[0])).toEqual(['line 3', 'line 4', 'line 5', 'line 6', 'line 7']);
  expect(readTrace('create_time,size\n1,2').problems).toEqual(['line 1: the column duration is missing']);
  expect(readTrace('create_time,size,duration,colour').problems[0]).toContain('unknown column "colour"');
  expect(readTrace('').problems).toEqual(['the trace has no rows']);
});

test('meetings of a trace stay in their pool', () => {
  const rows = Array.from({ length: 40 }, (_, at) => ({
    at: at * 1_000,
    size: 10,
    minutes: 30,
    hint: null,
    pool: at < 38 ? 'gold' : 'tin',
  }));
  const scene = traceScene(rows, { seed: 1, servers: 2 });
  expect(scene.servers.map((server) => server.pools)).toEqual([['gold'], ['tin']]);
  for (const placer of placers) expect([...runCourse(courseOf(scene), placer).peaks]).toEqual([380, 20]);
});
