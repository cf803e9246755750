import { expect, test } from 'vitest';
import { endNotices } from '#ui/end-notices.ts';

const minute = 60_000;

test('five minutes and one minute before the end are told; what has passed is not, and what is months away waits', () => {
  expect(endNotices(30 * minute)).toEqual([
    { what: 'five-minutes', within: 25 * minute },
    { what: 'one-minute', within: 29 * minute },
  ]);
  expect(endNotices(3 * minute)).toEqual([{ what: 'one-minute', within: 2 * minute }]);
  expect(endNotices(10_000)).toEqual([]);
  expect(endNotices(2 ** 40)).toEqual([]);
});
