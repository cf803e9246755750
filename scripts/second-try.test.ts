import { expect, test } from 'vitest';
import { withSecondTry } from './second-try.ts';
import type { FileResult } from './suites.ts';

const file = (name: string, passed: number, failed: string[] = []): FileResult => ({ file: name, passed, failed, seconds: 1 });
const run = (files: FileResult[], more: { failed?: number; problems?: string[] } = {}) => ({
  name: 'journeys',
  seconds: 1,
  passed: files.reduce((sum, { passed }) => sum + passed, 0),
  failed: more.failed ?? files.flatMap(({ failed }) => failed).length,
  problems: more.problems ?? [],
  files,
});
const never = () => Promise.reject(new Error('was run again'));

test('what passes is run once', async () => {
  expect(await withSecondTry(run([file('a', 3)]), never)).toMatchObject({ passed: 3, failed: 0 });
});

test('a file that failed is run again from its beginning, and is told by name when it passes only then', async () => {
  const asked: string[][] = [];
  const first = run([file('a', 3), file('b', 2, ['third step'])], { problems: ['noise', 'Error: too slow'] });
  const suite = await withSecondTry(first, async (files) => {
    asked.push(files);
    return run([file('b', 6)]);
  });
  expect(asked).toEqual([['b']]);
  expect(suite).toMatchObject({ passed: 9, failed: 0, problems: [] });
  expect(suite.notes).toEqual(['SHAKY b > third step: failed, and passed when run again', 'Error: too slow']);
});

test('what fails again has failed, with what both runs said', async () => {
  const first = run([file('a', 3), file('b', 2, ['third step'])], { problems: ['first'] });
  const suite = await withSecondTry(first, () => Promise.resolve(run([file('b', 1, ['second step'])], { problems: ['second'] })));
  expect(suite).toMatchObject({ passed: 4, failed: 1, problems: ['first', 'second'], notes: [] });
});

test('many files that fail, and a failure outside of all files, are no accident', async () => {
  const many = run(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => file(name, 0, ['x'])));
  expect(await withSecondTry(many, never)).toMatchObject({ failed: 6 });
  const outside = run([file('a', 0, ['x'])], { failed: 2 });
  expect(await withSecondTry(outside, never)).toMatchObject({ failed: 2 });
});
