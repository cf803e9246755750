import { expect, test } from 'vitest';
import { changed, isSameFile, newItem, secondsLeft, shareOf, withOpen } from './upload-list.hook.ts';

const view = {
  id: 'a',
  url: '/api/uploads/a',
  name: 'tour.mp4',
  bytes: 1_000,
  offset: 400,
  folderId: null,
  fileId: null,
  createdAt: 0,
};

test('after a reload the page lists what the server waits for, once', () => {
  const mine = newItem(view, 'sending');
  const items = withOpen([mine], [view, { ...view, id: 'b' }]);
  expect(items.map(({ id, state, sent }) => [id, state, sent])).toEqual([
    ['a', 'sending', 400],
    ['b', 'choose', 400],
  ]);
  expect(changed(items, 'b', { state: 'sending' }).map(({ state }) => state)).toEqual(['sending', 'sending']);
});

test('only the same name and size go on with an upload', () => {
  expect(isSameFile(view, { name: 'tour.mp4', size: 1_000 })).toBe(true);
  expect(isSameFile(view, { name: 'tour.mp4', size: 999 })).toBe(false);
  expect(isSameFile(view, { name: 'other.mp4', size: 1_000 })).toBe(false);
});

test('the time that is left follows the pace since it last began', () => {
  const item = { ...newItem(view, 'sending'), since: { at: 0, sent: 400 } };
  expect(secondsLeft(item, 5_000)).toBeNull();
  expect(secondsLeft({ ...item, sent: 700 }, 500)).toBeNull();
  expect(secondsLeft({ ...item, sent: 700 }, 6_000)).toBe(6);
  expect([shareOf({ bytes: 1_000, sent: 999 }), shareOf({ bytes: 1_000, sent: 1_000 })]).toEqual([99, 100]);
});
