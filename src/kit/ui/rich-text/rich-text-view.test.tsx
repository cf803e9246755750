import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { RichText, RichTextBlock } from '#kit/rich-text.ts';
import { type RichTextParts, RichTextView } from './rich-text-view.tsx';

const id = '0190b6a0-0000-7000-8000-000000000001';
const parts: RichTextParts = {
  picture: (file) => (file === id ? { src: '/p.webp', width: 4, height: 3 } : null),
  embed: (kind, one) => <b>{`${kind} ${one}`}</b>,
};
const draw = (...content: RichTextBlock[]): string =>
  renderToStaticMarkup(<RichTextView text={{ version: 1, content } satisfies RichText} parts={parts} />);
const words = (text: string): RichTextBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] });

test.each<[RichTextBlock, RegExp]>([
  [words('<i>a</i>'), /<p dir="auto">&lt;i&gt;a&lt;\/i&gt;<\/p>/],
  [{ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'T' }] }, /<h2 dir="auto" id="part-1">T<\/h2>/],
  [{ type: 'heading', attrs: { level: 4, dir: 'rtl' } }, /<h4 dir="rtl"/],
  [{ type: 'bulletList', content: [{ type: 'listItem', content: [words('a')] }] }, /<ul[^>]*><li[^>]*><p/],
  [{ type: 'orderedList', attrs: { start: 3 }, content: [] }, /<ol[^>]* start="3"/],
  [{ type: 'blockquote', content: [words('a')] }, /<blockquote[^>]*><p/],
  [{ type: 'callout', attrs: { tone: 'tip' }, content: [words('a')] }, /<aside[^>]*data-tone="tip"/],
  [{ type: 'codeBlock', content: [{ type: 'text', text: '<a>' }] }, /<pre dir="ltr" tabindex="0"><code>&lt;a&gt;<\/code>/i],
  [
    {
      type: 'table',
      content: [
        {
          type: 'tableRow',
          content: [
            { type: 'tableHeader', attrs: { colspan: 2, rowspan: 1 }, content: [] },
            { type: 'tableCell', attrs: { colspan: 1, rowspan: 1, align: 'end' }, content: [] },
          ],
        },
      ],
    },
    /<th colspan="2" rowspan="1"><\/th><td colspan="1" rowspan="1" data-align="end">/i,
  ],
  [
    { type: 'picture', attrs: { file: id, alt: 'A "plan"', caption: 'The plan' } },
    /<img src="\/p.webp"[^>]* alt="A &quot;plan&quot;"[^>]*\/><figcaption dir="auto">The plan/,
  ],
  [{ type: 'embed', attrs: { kind: 'room', id } }, new RegExp(`<b>room ${id}</b>`)],
  [{ type: 'horizontalRule' }, /<hr\/>/],
])('%j', (block, html) => expect(draw(block)).toMatch(html));

test('marks and chips', () => {
  const html = draw({
    type: 'paragraph',
    content: [
      { type: 'text', text: 'x', marks: [{ type: 'bold' }, { type: 'code' }] },
      { type: 'variable', attrs: { name: 'guest' } },
      { type: 'hardBreak' },
      { type: 'text', text: 'y', marks: [{ type: 'link', attrs: { href: 'https://example.org/' } }] },
    ],
  });
  expect(html).toContain('<strong><code dir="ltr">x</code></strong><bdi>{guest}</bdi><br/>');
  expect(html).toMatch(/<a href="https:\/\/example.org\/" rel="noopener nofollow ugc" target="_blank">y/);
});

test('a link that is not safe is text, even if it came past the schema', () => {
  const html = draw({
    type: 'paragraph',
    content: [{ type: 'text', text: 'y', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }],
  });
  expect(html).toContain('>y<');
  expect(html).not.toContain('<a');
});

test('a picture that is gone is left out', () => {
  expect(draw({ type: 'picture', attrs: { file: id.replace(/1$/, '2'), alt: 'x' } })).not.toContain('figure');
});

test('boxes take the direction of what is written in them', () => {
  const arabic = words('مرحبا');
  expect(draw({ type: 'bulletList', content: [{ type: 'listItem', content: [arabic] }] })).toMatch(
    /<ul dir="rtl"><li dir="rtl">/,
  );
  expect(draw({ type: 'blockquote', content: [words('Hello'), arabic] })).toContain('<blockquote dir="ltr">');
  expect(draw({ type: 'callout', attrs: { tone: 'note' }, content: [words('12')] })).not.toMatch(/<aside[^>]*dir=/);
});
