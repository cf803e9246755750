import { existsSync, globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { mainJourneys } from '../e2e/main-journeys.ts';
import { otherJourneys } from './journeys.ts';

const root = resolve(import.meta.dirname, '..');

test('the main journeys are there, and with the others they are all', () => {
  expect(mainJourneys.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect([...mainJourneys, ...otherJourneys(root)].toSorted()).toEqual(globSync('e2e/**/*.e2e.ts', { cwd: root }).toSorted());
});
