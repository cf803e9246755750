import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import {
  countWords,
  emptyRichText,
  plainTextOf,
  referencesOf,
  type RichText,
  richTextField,
  richTextLimits,
} from './rich-text.ts';
import { isSafeAddress } from './safe-address.ts';

const parse = (content: unknown, version: unknown = 1) => z.safeParse(richTextField, { version, content });
const paragraph = (text: string, marks?: unknown) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks === undefined ? {} : { marks }) }],
});
const file = '0190b6a0-0000-7000-8000-000000000001';

const sample: RichText = z.parse(richTextField, {
  version: 1,
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Before you start' }] },
    paragraph('Check the microphone.', [{ type: 'bold' }, { type: 'link', attrs: { href: 'https://example.org/' } }]),
    {
      type: 'bulletList',
      content: [
        {
          type: 'listItem',
          content: [paragraph('one'), { type: 'orderedList', content: [{ type: 'listItem', content: [paragraph('nested')] }] }],
        },
      ],
    },
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            { type: 'tableHeader', content: [paragraph('Room')] },
            { type: 'tableCell', content: [paragraph('12')] },
          ],
        },
      ],
    },
    { type: 'callout', attrs: { tone: 'tip' }, content: [{ type: 'picture', attrs: { file, alt: 'A plan' } }] },
    { type: 'embed', attrs: { kind: 'recording', id: file } },
    { type: 'codeBlock', attrs: { language: 'bash' }, content: [{ type: 'text', text: 'npm start' }] },
  ],
});

describe('what is taken', () => {
  test('every declared block, nested', () => {
    expect(plainTextOf(sample)).toBe(
      'Before you start\n\nCheck the microphone.\n\n- one\n  1. nested\n\nRoom | 12\n\nA plan\n\nnpm start',
    );
    expect(referencesOf(sample)).toEqual({ files: [file], embeds: [{ kind: 'recording', id: file }] });
    expect(plainTextOf(emptyRichText)).toBe('');
  });
  test('fields that are not declared do not get in', () => {
    const read = parse([{ ...paragraph('x'), attrs: { dir: 'rtl', onclick: 'alert(1)', style: 'color:red' } }]);
    expect(read.data?.content).toEqual([{ type: 'paragraph', attrs: { dir: 'rtl' }, content: [{ type: 'text', text: 'x' }] }]);
  });
});

describe('what is refused', () => {
  test.each([
    ['a node that is not declared', [{ type: 'iframe', attrs: { src: 'https://example.org' } }]],
    ['a mark that is not declared', [paragraph('x', [{ type: 'script' }])]],
    ['a heading of the page’s own level', [{ type: 'heading', attrs: { level: 1 } }]],
    ['a picture from elsewhere', [{ type: 'picture', attrs: { file: 'https://example.org/x.png', alt: '' } }]],
    ['an embed of nothing of ours', [{ type: 'embed', attrs: { kind: 'youtube', id: file } }]],
    ['markup as a text', '<p>x</p>'],
  ])('%s', (_what, content) => expect(parse(content).success).toBe(false));

  test('a version that is not known yet', () => {
    expect(parse([], 2).error?.issues[0]?.message).toBe('later_version');
  });
  test('ten megabytes, and a nesting that no one writes', () => {
    expect(parse([paragraph('x'.repeat(richTextLimits.characters + 1))]).error?.issues[0]?.message).toBe('too_large');
    let deep: unknown = paragraph('x');
    for (let depth = 0; depth < 3_000; depth++) deep = { type: 'blockquote', content: [deep] };
    expect(parse([deep]).error?.issues[0]?.message).toBe('too_large');
  });
});

test.each([
  ['https://example.org/a?b=c#d', true],
  ['mailto:a@example.org', true],
  ['tel:+4930123', true],
  ['/rooms', true],
  ['#part', true],
  ['//example.org', false],
  ['/\\example.org', false],
  ['javascript:alert(1)', false],
  ['JaVaScRiPt:alert(1)', false],
  ['java\nscript:alert(1)', false],
  [' javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['vbscript:x', false],
  ['blob:https://example.org/1', false],
  ['relative', false],
])('the address %j may be led to: %s', (address, safe) => expect(isSafeAddress(address)).toBe(safe));

test('words are counted as their readers count', () => {
  expect([
    countWords('Two words'),
    countWords("Don't – stop"),
    countWords('授業を始める'),
    countWords('مرحبا بكم'),
    countWords(''),
  ]).toEqual([2, 2, 6, 2, 0]);
});
