import { expect, test } from 'vitest';
import { runsOf } from './server-figures.part.tsx';
import { serverPicture, stepsOf } from './server-picture.hook.ts';

const sample = (at: number, people = 1) => ({
  at,
  people,
  meetings: 1,
  videos: 0,
  load: 0,
  health: 'healthy' as const,
  peak: people,
  voices: 0,
});
const words = {
  stepTitle: 'Time',
  figure: 'People',
  time: (at: number) => `at ${at}`,
  tick: String,
  event: () => 'went offline',
  number: String,
};

test('what was not measured stands in the steps as a gap, one sample left out does not', () => {
  const steps = stepsOf({ samples: [sample(0), sample(10), sample(30), sample(70)], stepMs: 10 });
  expect(steps.map(({ at, sample: known }) => [at, known !== null])).toEqual([
    [0, true],
    [10, true],
    [30, true],
    [40, false],
    [50, false],
    [60, false],
    [70, true],
  ]);
});

test('a change of state marks the step in which it happened, and is said with its time', () => {
  const event = { id: '1', at: 14, kind: 'health' as const, was: 'healthy', became: 'offline', reason: null, by: null };
  const history = { from: 0, to: 20, stepMs: 10, samples: [sample(0), sample(10, 7)], events: [event] };
  const picture = serverPicture({ history, figure: 'people', limit: { value: 300, name: 'Limit' }, words });
  expect(picture.marks).toEqual([{ key: '10', hue: 'red-dot' }]);
  expect(picture.steps.map(({ name }) => name)).toEqual(['at 0', 'at 10 · went offline']);
  expect(picture.series[0]?.values).toEqual([1, 7]);
});

test('hours without a figure split the small line of the list', () => {
  expect(runsOf([null, 1, 2, null, 3]).map((run) => run.map((one) => one.at))).toEqual([[1, 2], [4]]);
});
