import { expect, test } from 'vitest';
import { enforcedLimits } from '#sales/plans/limits.rules.ts';
import { includedKeys, isNear, shareOf, usageShown, useKeys } from './use.rules.ts';

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

test('three limits are shown, the fullest first; what is not counted or has no end is below with the rest', () => {
  const { first, rest } = usageShown([
    { key: 'rooms', used: 8, max: 10 },
    { key: 'people', used: 1, max: 10 },
    { key: 'groups', used: 0, max: 10 },
    { key: 'webhooks', used: 10, max: 10 },
    { key: 'meetingsAtOnce', used: 1, max: null },
    { key: 'peoplePerMeeting', used: null, max: 20 },
  ]);
  expect(first.map(({ key }) => key)).toEqual(['webhooks', 'rooms', 'people']);
  expect(rest.map(({ group, items }) => [group, ...items.map((one) => one.key)])).toEqual([
    ['meetings', 'meetingsAtOnce', 'peoplePerMeeting'],
    ['account', 'groups'],
  ]);
});

test('nothing that is nearly full is folded away', () => {
  const use = (['rooms', 'people', 'groups', 'webhooks'] as const).map((key) => ({ key, used: 9, max: 10 }));
  expect(usageShown(use)).toMatchObject({ first: [{}, {}, {}, {}], rest: [] });
});
