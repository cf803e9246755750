import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slugTrouble } from '#meet/rooms/rooms.rules.ts';
import { roomWordIn } from './start.rules.ts';

test('a whole link, its path or the word alone lead to the room', () => {
  for (const text of [
    'https://meet.example.org/m/math-9b',
    'meet.example.org/m/math-9b?x=1#y',
    '/m/math-9b',
    ' Math-9b ',
    'math 9b',
  ])
    expect(roomWordIn(text)).toBe('math-9b');
});

test('what is no room’s word is not guessed', () => {
  for (const text of ['', '  ', 'https://other.example/j/123', 'ab', 'math_9b', '/m/', '/m/admin', '../m/..'])
    expect(roomWordIn(text)).toBeNull();
});

test('whatever is entered, only a possible link comes out', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const word = roomWordIn(text);
      return word === null || slugTrouble(word) === null;
    }),
  );
});
