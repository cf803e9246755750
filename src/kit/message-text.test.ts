import { expect, test } from 'vitest';
import { type MessageBlock, type MessageDoc, parseMessageDoc } from './message-doc.contract.ts';
import { isPlainMessage, mentionedIn, messageOfText, messageText } from './message-text.ts';

const ann = { userId: '01890000-0000-7000-8000-000000000001', name: 'Ann' };
const annLee = { userId: '01890000-0000-7000-8000-000000000002', name: 'Ann Lee' };
const doc = (...content: MessageBlock[]): MessageDoc => ({ version: 1, content });
const words = (text: string): MessageBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const linksIn = (text: string) =>
  messageOfText(text).content.flatMap((block) =>
    block.type === 'paragraph'
      ? (block.content ?? []).flatMap((part) =>
          part.type === 'text' ? (part.marks ?? []).map((mark) => (mark.type === 'link' ? mark.attrs.href : '')) : [],
        )
      : [],
  );

test('plain text comes back as it was, with its empty lines', () => {
  const text = 'One\ntwo\n\n  three @Ann https://x.example/a';
  expect(messageText(messageOfText(text, [ann]))).toBe(text);
  expect(isPlainMessage(messageOfText(text))).toBe(true);
});

test('lists, code and breaks as plain text', () => {
  const nested: MessageBlock = { type: 'bulletList', content: [{ type: 'listItem', content: [words('b')] }] };
  const list: MessageBlock = {
    type: 'orderedList',
    attrs: { start: 9 },
    content: [
      { type: 'listItem', content: [words('a'), nested] },
      { type: 'listItem', content: [words('c')] },
    ],
  };
  const code: MessageBlock = { type: 'codeBlock', content: [{ type: 'text', text: 'x\ny' }] };
  const message = doc(words('Do:'), list, code);
  expect(messageText(message)).toBe('Do:\n9. a\n   - b\n10. c\nx\ny');
  expect(isPlainMessage(message)).toBe(false);
});

test('the longest name is mentioned, and no part of a word', () => {
  expect(mentionedIn(messageOfText('@Ann Lee and x@Ann', [ann, annLee]))).toEqual([annLee.userId]);
  expect(mentionedIn(messageOfText('@Anna @Ann.', [ann, annLee]))).toEqual([ann.userId]);
});

test('addresses of the web become links without the sign that ends the sentence', () => {
  expect(linksIn('See https://x.example/a?b=1, then (http://y.example).')).toEqual([
    'https://x.example/a?b=1',
    'http://y.example',
  ]);
});
test.each(['javascript:alert(1)', 'data:text/html,x', '<a href="javascript:alert(1)">x</a>', 'https:///x', 'file:///etc/passwd'])(
  'no link is made of %s',
  (text) => {
    expect(linksIn(text)).toEqual([]);
  },
);

const linked = (href: string) =>
  doc({ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }] });
const deep = (levels: number): MessageBlock =>
  levels === 0 ? words('x') : { type: 'bulletList', content: [{ type: 'listItem', content: [deep(levels - 1)] }] };
test.each([
  ['an unsafe link', linked('javascript:alert(1)')],
  ['a heading', { version: 1, content: [{ type: 'heading', attrs: { level: 2 } }] }],
  ['a later version', { ...doc(words('x')), version: 2 }],
  ['nothing', { version: 1, content: [] }],
  ['control characters', doc(words('\u0000'))],
  ['a deep one', doc(deep(12))],
  ['a large one', doc(...Array.from({ length: 13_000 }, () => words('x')))],
])('%s is no message', (_name, value) => {
  expect(parseMessageDoc(value)).toBe(null);
});
test('what is not declared is left out', () => {
  const given = {
    version: 1,
    content: [{ type: 'paragraph', attrs: { dir: 'rtl' }, content: [{ type: 'text', text: 'x', x: 1 }] }],
  };
  expect(parseMessageDoc(given)).toEqual(doc(words('x')));
  expect(parseMessageDoc(linked('https://x.example'))).toEqual(linked('https://x.example'));
});
