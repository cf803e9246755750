import { expect, test } from 'vitest';
import { enforcedLimits } from '#sales/plans/limits.rules.ts';
import { includedKeys, isNear, shareOf, useInOrder, useKeys } from './use.rules.ts';

/** A promise to the customer, which tickets show: nothing of it is used up. */
const promised = 'firstResponseMinutes';

test('the use of every limit that the product keeps is shown', () => {
  const held = enforcedLimits.map(({ key, kind }) => ({ key, kind }));
  expect(
    held
      .filter(({ key, kind }) => kind !== 'bool' && key !== promised)
      .map(({ key }) => key)
      .sort(),
  ).toEqual([...useKeys].sort());
  expect(
    held
      .filter(({ kind }) => kind === 'bool')
      .map(({ key }) => key)
      .sort(),
  ).toEqual([...includedKeys].sort());
});

test('a share is of what is counted and limited', () => {
  expect(shareOf({ used: 4, max: 5 })).toBe(0.8);
  expect(shareOf({ used: 4, max: null })).toBe(0);
  expect(shareOf({ used: null, max: 5 })).toBe(0);
  expect(shareOf({ used: 0, max: 0 })).toBe(0);
  expect(shareOf({ used: 1, max: 0 })).toBe(1);
  expect([79, 80].map((used) => isNear({ used, max: 100 }))).toEqual([false, true]);
});

test('what is near its end stands first, the fullest before the others; groups without any are left out', () => {
  const order = useInOrder([
    { key: 'rooms', used: 8, max: 10 },
    { key: 'people', used: 1, max: 10 },
    { key: 'webhooks', used: 10, max: 10 },
    { key: 'meetingsAtOnce', used: 1, max: null },
  ]);
  expect(order.map(({ group, items }) => [group, ...items.map((one) => one.key)])).toEqual([
    ['near', 'webhooks', 'rooms'],
    ['meetings', 'meetingsAtOnce'],
    ['account', 'people'],
  ]);
});
