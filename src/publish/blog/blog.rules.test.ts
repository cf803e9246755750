import { describe, expect, test } from 'vitest';
import {
  actionsFor,
  blogLimits,
  excerptOf,
  fitsBelow,
  isSlug,
  isSlugOfTitle,
  missingForPublic,
  nextState,
  numberedSlug,
  postActions,
  postStates,
  readingMinutes,
  slugOf,
} from './blog.rules.ts';

describe('states of a post', () => {
  const writer = ['posts.edit'];
  const publisher = ['posts.edit', 'posts.publish'];

  test.each([
    ['draft', ['submit', 'trash']],
    ['in_review', ['return', 'trash']],
    ['scheduled', []],
    ['published', []],
    ['archived', []],
    ['trashed', ['restore']],
  ] as const)('a writer may do with one in state %s: %j', (state, actions) => expect(actionsFor(state, writer)).toEqual(actions));

  test.each([
    ['draft', ['submit', 'schedule', 'publish', 'trash']],
    ['in_review', ['return', 'schedule', 'publish', 'trash']],
    ['scheduled', ['schedule', 'unschedule', 'publish', 'trash']],
    ['published', ['publish', 'unpublish', 'archive', 'trash']],
    ['archived', ['publish', 'unpublish', 'unarchive', 'trash']],
    ['trashed', ['restore', 'purge']],
  ] as const)('a publisher may do with one in state %s: %j', (state, actions) =>
    expect(actionsFor(state, publisher)).toEqual(actions),
  );

  test('nobody without a permission does anything, and only the bin is emptied', () => {
    for (const state of postStates) expect(actionsFor(state, [])).toEqual([]);
    expect(postStates.filter((state) => postActions.some((action) => nextState(state, action) === 'purged'))).toEqual([
      'trashed',
    ]);
  });

  test('readers see nothing without a title, an address and a text', () => {
    expect(missingForPublic({ title: ' ', slug: '', words: 0 })).toEqual(['title', 'slug', 'body']);
    expect(missingForPublic({ title: 'A', slug: 'a', words: 1 })).toEqual([]);
  });
});

describe('slugs', () => {
  test.each([
    ['Ten minutes before class', 'ten-minutes-before-class'],
    ['Größe & Maß: ça va?', 'große-maß-ca-va'],
    ["Don't panic!", 'dont-panic'],
    ['مرحبًا بالعالم', 'مرحبًا-بالعالم'],
    ['授業を始める', '授業を始める'],
    ['हिन्दी कक्षा', 'हिन्दी-कक्षा'],
    ['  — ', ''],
    ['../../etc/passwd', 'etc-passwd'],
  ])('%j suggests %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
    if (slug !== '') expect(isSlug(slug)).toBe(true);
  });
  test.each([
    ['report', 'Report', true],
    ['report-2', 'Report', true],
    ['report-2026', 'Report 2026', true],
    ['report-2026-3', 'Report 2026', true],
    [numberedSlug(slugOf('word '.repeat(60)), 4), 'word '.repeat(60), true],
    ['my-report', 'Report', false],
    ['report-2026', 'Report 2025', false],
    ['', '', false],
  ])('%j was made from %j: %s', (slug, title, made) => expect(isSlugOfTitle(slug, title)).toBe(made));
  test('a long title is cut at a word, and a number fits behind', () => {
    const slug = slugOf('word '.repeat(60));
    expect([slug.length <= blogLimits.slug, slug.endsWith('word'), isSlug(numberedSlug('x'.repeat(100), 2))]).toEqual([
      true,
      true,
      true,
    ]);
  });
  test.each(['A', 'a--b', '-a', 'a/b', 'a b', 'a.b', '%2e', ''])('%j is none', (slug) => expect(isSlug(slug)).toBe(false));
});

test('reading time goes by words, in Chinese and Japanese by characters', () => {
  expect(readingMinutes('word '.repeat(690), 'en-US')).toBe(3);
  expect(readingMinutes('授'.repeat(1_000), 'ja')).toBe(2);
  expect(readingMinutes('', 'de')).toBe(1);
});

test('an excerpt ends at a word', () => {
  expect(excerptOf('One two, three four', 10)).toBe('One two…');
  expect(excerptOf(' short \n text ')).toBe('short text');
});

test('a category stands below no child of its own, and at most three deep', () => {
  const all = [
    { id: 'a', parentId: null, position: 0 },
    { id: 'b', parentId: 'a', position: 0 },
    { id: 'c', parentId: 'b', position: 0 },
    { id: 'd', parentId: null, position: 1 },
    { id: 'e', parentId: 'd', position: 0 },
  ];
  expect(fitsBelow(all, null, 'b')).toBe(true);
  expect(fitsBelow(all, null, 'c')).toBe(false);
  expect(fitsBelow(all, 'a', 'c')).toBe(false);
  expect(fitsBelow(all, 'a', 'a')).toBe(false);
  expect(fitsBelow(all, 'd', 'a')).toBe(true);
  expect(fitsBelow(all, 'd', 'b')).toBe(false);
  expect(fitsBelow(all, 'e', null)).toBe(true);
});
