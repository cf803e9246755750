import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  belongs,
  moderates,
  offeredParts,
  purgeAt,
  reservedSlugs,
  roleIn,
  roomRights,
  slugIn,
  slugOf,
  slugTrouble,
} from './rooms.rules.ts';

test('a link is 3 to 64 of a-z, 0-9 and hyphen, with a letter or digit at both ends', () => {
  const good = fc
    .stringMatching(/^[a-z0-9]{1,20}(-[a-z0-9]{1,10}){0,3}$/)
    .filter((slug) => slug.length >= 3 && slug.length <= 64 && !reservedSlugs.includes(slug));
  fc.assert(fc.property(good, (slug) => slugTrouble(slug) === null));
});

test('the menu of a part offers what may be given, and what takes nothing new', () => {
  expect(offeredParts('co-owner', [])).toEqual(['co-owner', 'moderator', 'participant']);
  expect(offeredParts('participant', [])).toEqual(['participant']);
  expect(offeredParts('moderator', ['participant', 'moderator'])).toEqual(['moderator', 'participant']);
  expect(offeredParts('participant', ['participant', 'moderator', 'co-owner'])).toHaveLength(3);
});

test('whatever passes as a link stays itself in an address', () => {
  const near = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[a-zA-Z0-9\-_./% ]{1,70}$/));
  fc.assert(
    fc.property(near, (text) => {
      if (slugTrouble(text) !== null) return;
      expect(text).toMatch(/^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$/);
      expect(encodeURIComponent(text)).toBe(text);
      expect(new URL(`https://x.example/m/${text}`).pathname).toBe(`/m/${text}`);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['ab', 'slug_length'],
  ['a'.repeat(65), 'slug_length'],
  ['-abc', 'slug_letters'],
  ['abc-', 'slug_letters'],
  ['a--b', 'slug_letters'],
  ['Äpfel', 'slug_letters'],
  ['a b c', 'slug_letters'],
  ['../x', 'slug_letters'],
  ['abc\n', 'slug_letters'],
  ['admin', 'slug_reserved'],
])('%j is refused: %s', (slug, trouble) => {
  expect(slugTrouble(slug)).toBe(trouble);
});

test('a link made of any name is empty or fits once it has an end', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 128 }),
      (name) => slugOf(name) === '' || slugTrouble(`${slugOf(name)}-x7k2`) === null,
    ),
    { numRuns: 2000 },
  );
  expect(slugOf('Élèves de 9ᵉ: Mathé & Physik!')).toBe('eleves-de-9e-mathe-physik');
  expect(slugOf('数学')).toBe('');
});

const all = ['rooms.view', 'rooms.edit', 'rooms.delete', 'rooms.start', 'rooms.manage'];
const room = { accountId: 'a', ownerId: 'u' };
const asker = (over: object) => ({ userId: 'x', accountId: 'a', accountKind: 'customer', scope: all.slice(0, 4), ...over });

test('what somebody is to a room follows from ownership, permission, share and account, in that order', () => {
  expect(roleIn(null, room, null)).toBe('stranger');
  expect(roleIn(asker({ userId: 'u' }), room, null)).toBe('owner');
  expect(roleIn(asker({ userId: 'u', accountId: 'b' }), room, null)).toBe('stranger');
  expect(roleIn(asker({ scope: all }), room, 'participant')).toBe('manager');
  expect(roleIn(asker({}), room, 'moderator')).toBe('moderator');
  expect(roleIn(asker({}), room, null)).toBe('colleague');
  expect(roleIn(asker({ accountId: 'b' }), room, 'co-owner')).toBe('co-owner');
  expect(roleIn(asker({ accountId: 'o', accountKind: 'operator', scope: all }), room, null)).toBe('operator');
});

test('rights by role', () => {
  const rights = (role: Parameters<typeof roomRights>[2], over: object = {}) =>
    Object.entries(roomRights(asker(over), room, role))
      .flatMap(([name, yes]) => (yes ? [name] : []))
      .join(' ');
  expect(rights('owner')).toBe('view edit delete start share transfer');
  expect(rights('manager')).toBe('view edit delete start share transfer');
  expect(rights('co-owner')).toBe('view edit start share');
  expect(rights('co-owner', { accountId: 'b' })).toBe('view edit start');
  expect(rights('moderator')).toBe('view start');
  expect(rights('participant')).toBe('view');
  expect(rights('colleague')).toBe('view');
  expect(rights('operator', { accountId: 'o', scope: all })).toBe('view');
  expect(rights('stranger')).toBe('');
  expect(rights('owner', { scope: ['rooms.view'] })).toBe('view');
  expect([moderates('participant'), belongs('participant'), belongs('colleague')]).toEqual([false, true, false]);
});

test('a room waits thirty days in the bin', () => {
  expect(purgeAt(null)).toBeNull();
  expect(purgeAt(0)).toBe(30 * 24 * 3_600_000);
});

test.each([
  ['math-9b', 'math-9b'],
  ['  Math-9B ', 'math-9b'],
  ['https://meet.example.org/m/math-9b', 'math-9b'],
  ['meet.example.org/m/math-9b?left=1#top', 'math-9b'],
  ['/m/math-9b', 'math-9b'],
  ['m/math-9b', 'math-9b'],
  ['math 9b', 'math-9b'],
])('what somebody pastes leads to its room: %s', (text, slug) => {
  expect(slugIn(text)).toBe(slug);
});

test.each([
  '',
  '   ',
  'a',
  'https://elsewhere.example.org/room',
  'https://other.example/j/123',
  '-math-',
  'math_9b',
  '/m/',
  '/m/admin',
  '../m/..',
  'x'.repeat(65),
  'login',
])('what is no link is not guessed: %s', (text) => {
  expect(slugIn(text)).toBeNull();
});

test('whatever is pasted, only a possible link comes out', () => {
  const pasted = fc.oneof(fc.string(), fc.stringMatching(/^\/?m\/[a-z0-9 -]{0,70}$/));
  fc.assert(
    fc.property(pasted, (text) => {
      const slug = slugIn(text);
      return slug === null || slugTrouble(slug) === null;
    }),
  );
});
