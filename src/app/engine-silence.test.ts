import { expect, test } from 'vitest';
import { awakeSinceAt, isHung } from './engine-silence.ts';

/** The seconds at which a watch that ticks at these seconds takes the engine for hung; it is heard at those others. */
function hungAt(ticks: readonly number[], heard: readonly number[]): number[] {
  let [awakeSince, lastTick] = [0, 0];
  return ticks.filter((second) => {
    const now = second * 1_000;
    awakeSince = awakeSinceAt({ awakeSince, lastTick, now, tickEvery: 1_000 });
    lastTick = now;
    const heardAt = Math.max(0, ...heard.filter((one) => one <= second)) * 1_000;
    return isHung({ heardAt, awakeSince, now, patience: 5_000 });
  });
}

test('an engine that says nothing while we listen hangs after five seconds', () => {
  expect(hungAt([1, 2, 3, 4, 5, 6, 7], [1])).toEqual([7]);
});

test('a pause of our own is not its silence: it is asked again', () => {
  expect(hungAt([1, 2, 12, 13, 14], [2, 13])).toEqual([]);
  // also when pause follows pause, and no answer could be heard between them
  expect(hungAt([1, 5, 9, 13, 17, 18, 19], [1, 18])).toEqual([]);
});

test('one that says nothing after the pause either does hang', () => {
  expect(hungAt([1, 2, 12, 13, 14, 15, 16, 17, 18], [2])).toEqual([18]);
});
