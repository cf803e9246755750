import { expect, test } from 'vitest';
import { exportProgress } from './ownership.rules.ts';

const none = { done: 0, all: 0 };

test('an export of lists alone moves with each list, and is whole only once its file is', () => {
  expect(exportProgress({ lists: { done: 0, all: 40 }, bytes: none })).toBe(0);
  expect(exportProgress({ lists: { done: 20, all: 40 }, bytes: none })).toBe(49);
  expect(exportProgress({ lists: { done: 40, all: 40 }, bytes: none })).toBe(99);
});

test('with recordings the lists are a tenth of it, and the rest moves with the bytes', () => {
  const lists = { done: 40, all: 40 };
  expect(exportProgress({ lists, bytes: { done: 0, all: 1e12 } })).toBe(10);
  expect(exportProgress({ lists, bytes: { done: 5e11, all: 1e12 } })).toBe(54);
  // a file that grew since it was listed
  expect(exportProgress({ lists, bytes: { done: 2e12, all: 1e12 } })).toBe(99);
});
