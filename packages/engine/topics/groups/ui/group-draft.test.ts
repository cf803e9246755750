import { expect, test } from 'vitest';
import type { GroupPerson } from '#topics/groups/group-schemas.ts';
import { dealOut, emptyGroups, fromSet, outsideOf, withCount, withMoved, withName } from '#topics/groups/ui/group-draft.ts';

const people: GroupPerson[] = Array.from({ length: 11 }, (_, at) => ({ key: `p${at}`, name: `Person ${at}` }));
const keysOf = (groups: readonly { people: readonly GroupPerson[] }[]) =>
  groups.map((group) => group.people.map(({ key }) => key));
const some = people.slice(0, 4);
const [first, second] = people;

test('people are dealt out evenly, each once, and another shuffle gives other groups', () => {
  const dealt = dealOut(people, emptyGroups(4));
  expect(dealt.map((group) => group.people.length)).toEqual([3, 3, 3, 2]);
  expect(keysOf(dealt).flat().toSorted()).toEqual(people.map(({ key }) => key).toSorted());
  const [low, high] = [dealOut(people, emptyGroups(4), () => 0), dealOut(people, emptyGroups(4), () => 0.99)];
  expect(keysOf(low)).not.toEqual(keysOf(high));
});

test('there are two groups at least and sixteen at most, and a group that goes leaves its people in none', () => {
  expect(emptyGroups(1)).toHaveLength(2);
  expect(emptyGroups(40)).toHaveLength(16);
  const three = dealOut(some, emptyGroups(3), () => 0);
  const two = withCount(three, 2);
  expect(two).toEqual(three.slice(0, 2));
  expect(outsideOf(two, some)).toEqual(three[2]?.people);
});

test('a person who is moved is in one group only, or in none', () => {
  const named = withName(emptyGroups(2), 1, '  Red ');
  if (!first || !second) throw new Error('no people');
  const moved = withMoved(withMoved(named, [first, second], 0), [second], 1);
  expect(moved).toEqual([
    { name: '', people: [first] },
    { name: 'Red', people: [second] },
  ]);
  expect(outsideOf(withMoved(moved, [first], null), some)).not.toContain(second);
  expect(outsideOf(withMoved(moved, [first], null), some)).toContain(first);
});

test('the groups of last time hold those who are here, by the names of today, and name the others', () => {
  const groups = [
    { name: 'Red', people: [{ key: 'p0', name: 'Old name' }] },
    { name: '', people: [{ key: 'gone', name: 'Rosa Vidal' }] },
  ];
  expect(fromSet({ id: 's', name: 'Set', usedAt: 1, groups }, some)).toEqual({
    groups: [
      { name: 'Red', people: [first] },
      { name: '', people: [] },
    ],
    absent: ['Rosa Vidal'],
  });
});
