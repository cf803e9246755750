import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { MessageBlock } from '#kit/message-doc.contract.ts';
import { MessageText } from './message-text.tsx';

const ann = { userId: '01890000-0000-7000-8000-000000000001', name: 'Ann' };
const draw = (...content: MessageBlock[]): string => renderToStaticMarkup(<MessageText text="" doc={{ version: 1, content }} />);
const words = (text: string): MessageBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] });

test('plain text is no markup; addresses and people stand out', () => {
  const html = renderToStaticMarkup(<MessageText text={'<i>a</i> @Ann\nhttps://x.example/'} doc={null} mentioned={[ann]} />);
  expect(html).toContain('<p dir="auto">&lt;i&gt;a&lt;/i&gt; <b');
  expect(html).toContain('<bdi>@Ann</bdi>');
  expect(html).toContain('<a href="https://x.example/" target="_blank" rel="noopener noreferrer nofollow ugc">');
});

test.each<[string, MessageBlock, RegExp]>([
  [
    'marks',
    { type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'bold' }, { type: 'italic' }] }] },
    /<p dir="auto"><strong><em>a<\/em><\/strong><\/p>/,
  ],
  [
    'a list by its own direction',
    { type: 'bulletList', content: [{ type: 'listItem', content: [words('سلام')] }] },
    /<ul dir="rtl"><li dir="rtl"><p/,
  ],
  [
    'numbers',
    { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [words('a')] }] },
    /<ol dir="ltr" start="3">/,
  ],
  [
    'code',
    { type: 'codeBlock', content: [{ type: 'text', text: '<a>' }] },
    /<pre dir="ltr" tabindex="0"><code>&lt;a&gt;<\/code>/i,
  ],
  ['an empty line', { type: 'paragraph' }, /<p dir="auto"><br\/><\/p>/],
])('%s', (_name, block, html) => {
  expect(draw(block)).toMatch(html);
});

test('an unsafe address is no link', () => {
  const marks = [{ type: 'link' as const, attrs: { href: 'javascript:alert(1)' } }];
  expect(draw({ type: 'paragraph', content: [{ type: 'text', text: 'x', marks }] })).not.toContain('<a');
});
