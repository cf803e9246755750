import { expect, test } from 'vitest';
import { expectedSize, type SizeSources, sizeHintOf } from './meeting-size.rules.ts';

test('the expected size follows the best source and never leaves the plan', () => {
  const sources: SizeSources = { hint: 80, roomRuns: [30, 30, 30, 30], accountUsual: 12, maximum: null };
  expect(expectedSize(sources)).toEqual({ people: 80, margin: 20, source: 'hint' });
  expect(expectedSize({ ...sources, hint: null })).toMatchObject({ people: 24, source: 'room' });
  expect(expectedSize({ ...sources, hint: 0, roomRuns: [] })).toMatchObject({ people: 12, source: 'account' });
  expect(expectedSize({ hint: Number.NaN, roomRuns: [], accountUsual: null, maximum: null })).toMatchObject({
    people: 15,
    source: 'standard',
  });
  expect(expectedSize({ ...sources, maximum: 25 })).toEqual({ people: 25, margin: 0, source: 'hint' });
  // one run proves little, and one assembly among ten lessons does not make assemblies usual
  expect(expectedSize({ ...sources, hint: null, roomRuns: [300] }).people).toBeLessThan(120);
  expect(expectedSize({ ...sources, hint: null, roomRuns: [400, 20, 20, 20, 20, 20, 20, 20, 20, 20] }).people).toBeLessThan(25);
});

test('an announced size is read from digits only', () => {
  expect(['25', ' 7 ', '0', '-3', '1e3', '12.5', '', '1000000', '007'].map(sizeHintOf)).toEqual([
    25,
    7,
    null,
    null,
    null,
    null,
    null,
    null,
    7,
  ]);
});
