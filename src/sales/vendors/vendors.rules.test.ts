import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  atMost,
  type Grant,
  lacking,
  leftOf,
  mayApply,
  mayStep,
  type Pool,
  poolKeys,
  poolOf,
  sumOf,
  vendorStates,
} from './vendors.rules.ts';

const figure = fc.integer({ min: 0, max: 1000 });
const grants: fc.Arbitrary<Grant> = fc.record({
  rooms: figure,
  people: figure,
  meetingsAtOnce: figure,
  peopleAtOnce: figure,
  recordingGb: figure,
});
const limit = fc.option(figure);
const pools: fc.Arbitrary<Pool> = fc.record({
  rooms: limit,
  people: limit,
  meetingsAtOnce: limit,
  peopleAtOnce: limit,
  recordingGb: limit,
});

test('what fits into what is left never sells more than the pool', () => {
  fc.assert(
    fc.property(pools, fc.array(grants, { maxLength: 8 }), (pool, wishes) => {
      const held: Grant[] = [];
      for (const wish of wishes) if (lacking(leftOf(pool, sumOf(held)), wish) === null) held.push(wish);
      for (const key of poolKeys) expect(sumOf(held)[key]).toBeLessThanOrEqual(pool[key] ?? Number.POSITIVE_INFINITY);
    }),
  );
});

test('as much as is left is never lacking', () => {
  fc.assert(fc.property(pools, grants, (left, wish) => lacking(left, atMost(left, wish)) === null));
});

test('what a pool does not name is nothing, and no limit is said in so many words', () => {
  expect(poolOf({ rooms: null })).toEqual({ rooms: null, people: 0, meetingsAtOnce: 0, peopleAtOnce: 0, recordingGb: 0 });
});

test('the steps of a vendor are these and no others', () => {
  const steps = vendorStates.flatMap((from) => vendorStates.filter((to) => mayStep(from, to)).map((to) => `${from} ${to}`));
  expect(steps).toEqual([
    'applied rejected',
    'applied active',
    'active suspended',
    'active terminated',
    'suspended active',
    'suspended terminated',
  ]);
  expect(vendorStates.filter(mayApply)).toEqual(['rejected', 'terminated']);
});
