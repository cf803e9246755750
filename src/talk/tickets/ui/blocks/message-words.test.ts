import { expect, test } from 'vitest';
import { messageParagraphs } from './message-words.hook.ts';

test('paragraphs are split at empty lines, single line ends stay', () => {
  const words = messageParagraphs('One\ntwo\r\n\r\n\n three  \n').map((pieces) => pieces.map(({ text }) => text).join(''));
  expect(words).toEqual(['One\ntwo', ' three']);
});

test('addresses of the web become links without the sign that ends the sentence', () => {
  expect(messageParagraphs('See https://x.example/a?b=1, then (http://y.example).')).toEqual([
    [
      { text: 'See ', href: null },
      { text: 'https://x.example/a?b=1', href: 'https://x.example/a?b=1' },
      { text: ',', href: null },
      { text: ' then (', href: null },
      { text: 'http://y.example', href: 'http://y.example' },
      { text: ').', href: null },
    ],
  ]);
});

test.each(['javascript:alert(1)', 'data:text/html,x', '<a href="javascript:alert(1)">x</a>', 'https:///x', 'file:///etc/passwd'])(
  'no link is made of %s',
  (text) => {
    expect(
      messageParagraphs(text)
        .flat()
        .filter(({ href }) => href !== null),
    ).toEqual([]);
  },
);
