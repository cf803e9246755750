import { expect, test } from 'vitest';
import { keyInName, resourceOf, tagChange, tagKey, tagOf, tagsIn, tagTrouble } from './tags.rules.ts';

test('a tag keeps its spelling, and is compared without case and in one form of its letters', () => {
  expect(tagOf('  Grade \u00a0 9  ')).toBe('Grade 9');
  expect(tagOf('Cafe\u0301')).toBe('Caf\u00e9');
  expect([tagKey('PHYSICS'), tagKey('Cafe\u0301'), tagKey('CAF\u00c9')]).toEqual(['physics', 'caf\u00e9', 'caf\u00e9']);
});

test('one to forty characters, nothing that cannot be seen', () => {
  expect(['', '   ', 'x'.repeat(41), 'a\u200bb', 'a\u202eb', 'a\u0000', 'a,b'].map(tagTrouble)).toEqual([
    'tag_empty',
    'tag_empty',
    'tag_length',
    'tag_letters',
    'tag_letters',
    'tag_letters',
    'tag_letters',
  ]);
  expect(['x'.repeat(40), '😀'.repeat(40), 'می\u200cروم', 'A/B', '物理'].map(tagTrouble)).toEqual([null, null, null, null, null]);
});

test('statements name it by its key', () => {
  expect([resourceOf('tag/ Physics '), resourceOf('room/X'), resourceOf('*')]).toEqual(['tag/physics', 'room/X', '*']);
  expect([keyInName('tag/a/b'), keyInName('room/a')]).toEqual(['a/b', null]);
  expect(tagsIn(' Lab, physics,, PHYSICS ،a b')).toEqual(['Lab', 'physics', 'a b']);
  expect(tagChange(['a', 'b'], ['b', 'c'])).toEqual({ add: ['c'], drop: ['a'] });
});
