import { expect, test } from 'vitest';
import type { RichText, RichTextBlock } from '#kit/rich-text.ts';
import { type HtmlOptions, richTextHtml } from './rich-text-html.ts';

const absolute = (href: string) => new URL(href, 'https://meet.example/blog/post').href;
const html = (content: RichTextBlock[], options: Partial<HtmlOptions> = {}) =>
  richTextHtml({ version: 1, content }, { absolute, ...options });
const paragraph = (text: string): RichTextBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const linked = (href: string): RichTextBlock => ({
  type: 'paragraph',
  content: [{ type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href } }] }],
});
const file = '01890000-0000-7000-8000-000000000001';

test('text stays text, whatever it holds', () => {
  for (const text of [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '&lt;b&gt;',
    ']]></content>',
    "' onclick='",
  ]) {
    const made = html([paragraph(text)]);
    expect(made.replace(/^<p dir="auto">|<\/p>$/g, '')).not.toMatch(/[<>"']/);
    expect(made).toContain(text.includes('&lt;') ? '&amp;lt;b&amp;gt;' : '&');
  }
  expect(html([{ type: 'codeBlock', content: [{ type: 'text', text: '</code><b>' }] }])).toBe(
    '<pre dir="ltr"><code>&lt;/code&gt;&lt;b&gt;</code></pre>',
  );
});

test('characters that no XML may hold are dropped, and what is written with two units stays', () => {
  expect(html([paragraph('a\u0000\u0008\u001bb\uffff \ud800c 🙂')])).toBe('<p dir="auto">ab c 🙂</p>');
});

test('links are absolute, and an address that runs code is none', () => {
  expect(html([linked('/rooms')])).toContain('<a href="https://meet.example/rooms">here</a>');
  expect(html([linked('#part-2')])).toContain('href="https://meet.example/blog/post#part-2"');
  expect(html([linked('https://a.example/?a=1&b="2')])).toContain('href="https://a.example/?a=1&amp;b=%222"');
  for (const href of [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '\\\\evil',
  ])
    expect(html([linked(href)])).toBe('<p dir="auto">here</p>');
});

test('a block or a mark that is not known comes to nothing', () => {
  const stored: RichText = JSON.parse(
    '{"version":1,"content":[{"type":"html","content":"<b>"},{"type":"paragraph","attrs":{"dir":"\\"><script>"},"content":[]}]}',
  );
  expect(richTextHtml(stored, { absolute })).toBe('<p dir="&quot;&gt;&lt;script&gt;"></p>');
});

test('marks, lists, tables and callouts keep their order and their meaning', () => {
  const bold: RichTextBlock = {
    type: 'paragraph',
    content: [{ type: 'text', text: 'x', marks: [{ type: 'bold' }, { type: 'code' }] }, { type: 'hardBreak' }],
  };
  expect(html([bold])).toBe('<p dir="auto"><strong><code>x</code></strong><br></p>');
  expect(html([{ type: 'heading', attrs: { level: 3, dir: 'rtl' }, content: [{ type: 'text', text: 'ن' }] }])).toBe(
    '<h3 dir="rtl">ن</h3>',
  );
  expect(html([{ type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [paragraph('a')] }] }])).toBe(
    '<ol dir="ltr" start="3"><li dir="ltr"><p dir="auto">a</p></li></ol>',
  );
  const cell = {
    type: 'tableHeader' as const,
    attrs: { colspan: 2, rowspan: 1, align: 'end' as const },
    content: [paragraph('a')],
  };
  expect(html([{ type: 'table', content: [{ type: 'tableRow', content: [cell] }] }])).toBe(
    '<table dir="ltr"><tr><th colspan="2" align="end"><p dir="auto">a</p></th></tr></table>',
  );
  expect(html([{ type: 'callout', attrs: { tone: 'tip' }, content: [paragraph('a')] }, { type: 'horizontalRule' }])).toBe(
    '<aside dir="ltr"><p dir="auto">a</p></aside><hr>',
  );
});

test('pictures, embeds, variables and styles are those of the program that asks', () => {
  const picture: RichTextBlock = { type: 'picture', attrs: { file, alt: 'a "door"', caption: '<b>' } };
  const embed: RichTextBlock = { type: 'embed', attrs: { kind: 'room', id: file } };
  const variable: RichTextBlock = { type: 'paragraph', content: [{ type: 'variable', attrs: { name: 'name' } }] };
  expect(html([picture, embed, variable])).toBe('<p dir="auto">{name}</p>');
  const made = html([picture, embed, variable], {
    picture: () => ({ src: 'https://meet.example/p.webp', width: 640, height: 320 }),
    embed: () => '<p>room</p>',
    variable: () => 'Ana <3',
    style: (tag) => (tag === 'p' ? 'margin:0;font-family:"x"' : null),
  });
  expect(made).toBe(
    '<figure><img src="https://meet.example/p.webp" width="640" height="320" alt="a &quot;door&quot;"><figcaption dir="auto">&lt;b&gt;</figcaption></figure>' +
      '<p>room</p><p dir="auto" style="margin:0;font-family:&quot;x&quot;"><bdi>Ana &lt;3</bdi></p>',
  );
});

test('a value stays text in its own direction, and a line of values alone follows the mail', () => {
  const hello: RichTextBlock = { type: 'paragraph', content: [{ type: 'variable', attrs: { name: 'name' } }] };
  const own: RichTextBlock = { ...hello, attrs: { dir: 'ltr' } };
  const options = { variable: () => '</bdi><img src=x onerror=alert(1)> أميرة', dir: 'rtl' } as const;
  const value = '<bdi>&lt;/bdi&gt;&lt;img src=x onerror=alert(1)&gt; أميرة</bdi>';
  expect(html([hello, own], options)).toBe(`<p dir="rtl">${value}</p><p dir="ltr">${value}</p>`);
  expect(html([{ type: 'blockquote', content: [hello] }], options)).toBe(
    `<blockquote dir="rtl"><p dir="rtl">${value}</p></blockquote>`,
  );
});

test('what holds others turns with its first letter, and without one stays as the page is', () => {
  const list = (...texts: string[]): RichTextBlock => ({
    type: 'bulletList',
    content: texts.map((text) => ({ type: 'listItem', content: [paragraph(text)] })),
  });
  expect(html([list('١. نص', 'text')])).toMatch(/^<ul dir="rtl"><li dir="rtl">.*<li dir="ltr">/);
  expect(html([{ type: 'blockquote', content: [list('12'), paragraph('שלום')] }])).toMatch(/^<blockquote dir="rtl"><ul><li><p/);
  expect(html([{ type: 'callout', attrs: { tone: 'note' }, content: [paragraph('42')] }])).toMatch(/^<aside><p/);
});
