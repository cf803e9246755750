import { expect, test } from 'vitest';
import { dealOut, type GroupLines, namesIn, readGroupLines } from './room-groups.rules.ts';

const group = (...lines: string[]): GroupLines => ({ name: '', text: lines.join('\n') });
const peopleIn = (groups: readonly GroupLines[], known: Parameters<typeof readGroupLines>[1] = []) =>
  readGroupLines(groups, known).groups.map(({ people }) => people);

test('each line is a person, known again by name or address', () => {
  const known = [
    { key: 'u1', name: 'Aylin Demir', email: 'aylin@example.org' },
    { key: 'u2', name: 'Ben' },
    { key: 'u3', name: 'Ben' },
  ];
  expect(peopleIn([group('  Rosa   Vidal ', '', 'ben'), group('Ben', 'AYLIN@example.org')], known)).toEqual([
    [
      { key: '', name: 'Rosa Vidal' },
      { key: 'u2', name: 'Ben' },
    ],
    [
      { key: 'u3', name: 'Ben' },
      { key: 'u1', name: 'Aylin Demir' },
    ],
  ]);
});

test('a line that cannot be used is named with its group and number', () => {
  const groups = [group('Rosa', '', 'x'.repeat(201)), group('rosa', 'nobody@example.org', 'Ben', 'ben@example.org')];
  const known = [{ key: 'u2', name: 'Ben', email: 'ben@example.org' }];
  expect(readGroupLines(groups, known).troubles.map(({ group: at, line, is }) => [at, line, is])).toEqual([
    [0, 3, 'long'],
    [1, 1, 'twice'],
    [1, 2, 'address'],
    [1, 4, 'twice'],
  ]);
});

test('people are dealt out into even groups, in an order that chance decides', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const dealt = (random: () => number) => dealOut([group('z'), group(), group()], names, random).map(namesIn);
  expect(dealt(() => 0)).toEqual([
    ['z', 'c'],
    ['a', 'd'],
    ['b', 'e'],
  ]);
  const falling = [5, 4, 3, 2, 1];
  expect(dealt(() => falling.shift() ?? 0)).toEqual([
    ['z', 'c'],
    ['e', 'b'],
    ['d', 'a'],
  ]);
});
