import { describe, expect, test } from 'vitest';
import type { RichTextBlock } from '#kit/rich-text.ts';
import { compareBlocks } from './revision-diff.hook.ts';

const line = (text: string): RichTextBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const textOf = (block: RichTextBlock): string =>
  block.type === 'paragraph' ? (block.content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('') : '';
const compare = (before: string[], after: string[]) =>
  compareBlocks(before.map(line), after.map(line)).map(({ kind, block }) => `${kind} ${textOf(block)}`);

describe('compareBlocks', () => {
  test('a changed block is the old one removed and the new one added, in place', () => {
    expect(compare(['a', 'b', 'c'], ['a', 'B', 'c'])).toEqual(['same a', 'removed b', 'added B', 'same c']);
  });
  test('an inserted block leaves the others as they are', () => {
    expect(compare(['a', 'b'], ['a', 'new', 'b'])).toEqual(['same a', 'added new', 'same b']);
  });
  test('from nothing and to nothing', () => {
    expect(compare([], ['a'])).toEqual(['added a']);
    expect(compare(['a'], [])).toEqual(['removed a']);
    expect(compare([], [])).toEqual([]);
  });
  test('a block that moved is removed in one place and added in the other', () => {
    expect(compare(['a', 'b', 'c'], ['c', 'a', 'b'])).toEqual(['added c', 'same a', 'same b', 'removed c']);
  });
});
