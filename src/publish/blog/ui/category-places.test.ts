import { expect, test } from 'vitest';
import {
  deepestFor,
  depthsAt,
  heightOf,
  placeIn,
  placeOf,
  positionOf,
  rowsOf,
  slotAt,
  slotOf,
  stepSlot,
  withoutBranch,
} from './category-places.hook.ts';

// teaching (ideas, parents (evenings)), guides (steps), news
const items = [
  { id: 'teaching', parentId: null },
  { id: 'ideas', parentId: 'teaching' },
  { id: 'parents', parentId: 'teaching' },
  { id: 'evenings', parentId: 'parents' },
  { id: 'guides', parentId: null },
  { id: 'steps', parentId: 'guides' },
  { id: 'news', parentId: null },
];
const rows = rowsOf(items);

test('rows know their depth, and a closed one hides all below it', () => {
  expect(rows.map(({ depth }) => depth)).toEqual([0, 1, 1, 2, 0, 1, 0]);
  expect(rowsOf(items, new Set(['teaching'])).map(({ id }) => id)).toEqual(['teaching', 'guides', 'steps', 'news']);
});

test('a branch moves as a whole, and only as deep as its lowest child may go', () => {
  expect(withoutBranch(rows, 'parents').map(({ id }) => id)).toEqual(['teaching', 'ideas', 'guides', 'steps', 'news']);
  expect(['teaching', 'parents', 'news'].map((id) => deepestFor(heightOf(items, id)))).toEqual([0, 1, 2]);
});

test('nothing is dropped between a parent and its children but as another child', () => {
  const others = withoutBranch(rows, 'news');
  expect(depthsAt(others, 1, 2)).toEqual({ least: 1, most: 1 });
  expect(depthsAt(others, 1, 0)).toBeNull();
  expect(depthsAt(others, others.length, 2)).toEqual({ least: 0, most: 2 });
  expect(slotAt(others, { index: 3, depth: 0 }, 2)).toEqual({ index: 3, depth: 2 });
});

test('keys walk over places that are none, and stop at both ends', () => {
  const others = withoutBranch(rows, 'teaching');
  const down = (index: number) => stepSlot(others, { index, depth: 0 }, { step: 'down', deepest: 0 });
  expect([down(0).index, down(2).index, down(3).index]).toEqual([2, 3, 3]);
  expect(stepSlot(others, { index: 0, depth: 0 }, { step: 'up', deepest: 0 })).toEqual({ index: 0, depth: 0 });
  const all = withoutBranch(rows, 'news');
  expect(stepSlot(all, slotOf(rows, 'news'), { step: 'in', deepest: 2 })).toEqual({ index: 6, depth: 1 });
  expect(stepSlot(all, { index: 6, depth: 2 }, { step: 'in', deepest: 2 })).toEqual({ index: 6, depth: 2 });
});

test('each slot is one place in the tree, and each place is found again', () => {
  const others = withoutBranch(rows, 'news');
  expect([0, 1, 2].map((depth) => placeOf(others, { index: 6, depth }))).toEqual([
    { parentId: null, after: 'guides' },
    { parentId: 'guides', after: 'steps' },
    { parentId: 'steps', after: null },
  ]);
  for (const { id } of items) expect([id, placeOf(withoutBranch(rows, id), slotOf(rows, id))]).toEqual([id, placeIn(items, id)]);
  expect(positionOf(items, 'news', { parentId: 'teaching', after: 'ideas' })).toEqual({ place: 2, count: 3 });
  expect(positionOf(items, 'parents', { parentId: 'teaching', after: null })).toEqual({ place: 1, count: 2 });
});
