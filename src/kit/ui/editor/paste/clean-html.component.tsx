import { describe, expect, test } from 'vitest';
import { cleanHtml } from './clean-html.ts';
import { markdownHtml } from './markdown-html.ts';
import { looksLikeMarkdown } from './markdown-signs.ts';

/** Without the space between tags. */
const clean = (html: string): string =>
  cleanHtml(html).html.replaceAll(/\s+/g, ' ').replaceAll(/> </g, '><').replaceAll(/ <\//g, '</');
const item = (level: number, sign: string, words: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:.5in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
  style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`;
const word = (
  body: string,
) => `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {margin:0in; mso-pagination:widow-orphan;} --></style><!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head>
<body lang=EN-US><!--StartFragment-->${body}<!--EndFragment--></body></html>`;

describe('Word', () => {
  test('title, heading, bold and a hidden text', () => {
    const html = word(
      `<p class=MsoTitle>Plan<o:p></o:p></p><h1 style='mso-style-next:Normal'>Term<o:p></o:p></h1>
      <p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Bring</b> a <span style='mso-hide:all'>secret </span>pen.<o:p></o:p></p>`,
    );
    expect(clean(html)).toBe('<h2>Plan</h2><h2>Term</h2><p><b>Bring</b> a pen.</p>');
  });
  test('paragraphs that are lists', () => {
    const html = word(
      `${item(1, '·', 'Doors')}${item(2, 'o', 'Front')}${item(2, 'o', 'Back')}${item(1, '·', 'Lights')}<p class=MsoNormal>Then</p>${item(1, '3.', 'Leave')}`,
    );
    expect(clean(html)).toBe(
      '<ul><li><p>Doors</p><ul><li><p>Front</p></li><li><p>Back</p></li></ul></li><li><p>Lights</p></li></ul>' +
        '<p>Then</p><ol start="3"><li><p>Leave</p></li></ol>',
    );
  });
  test('a numbered list follows a bulleted one', () => {
    expect(clean(word(item(1, '·', 'A') + item(1, '1.', 'B') + item(1, '2.', 'C')))).toBe(
      '<ul><li><p>A</p></li></ul><ol><li><p>B</p></li><li><p>C</p></li></ol>',
    );
  });
  test('tables keep their spans, not their widths', () => {
    const html = word(
      `<table class=MsoTableGrid border=1 style='border-collapse:collapse'><tr style='height:1in'><td width=200 colspan=2 valign=top style='width:2in'><p class=MsoNormal>Both</p></td></tr></table>`,
    );
    expect(clean(html)).toBe('<table><tbody><tr><td colspan="2"><p>Both</p></td></tr></tbody></table>');
  });
});

describe('Google Docs', () => {
  const docs = (body: string) =>
    `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5f0c8a1e-7fff">${body}</b>`;
  test('its wrapper is not bold, its styles are marks', () => {
    const html = docs(
      `<h1 dir="ltr" style="line-height:1.38"><span style="font-size:20pt;font-weight:400">Report</span></h1><br />
      <p dir="ltr"><span style="font-weight:700;font-style:italic">Two</span><span style="font-weight:400"> and </span><span style="text-decoration:line-through">three</span></p>`,
    );
    expect(clean(html)).toBe(
      '<h2>Report</h2><p><em><strong>Two</strong></em> and <s>three</s></p>'.replace(
        '<em><strong>Two</strong></em>',
        '<em><strong>Two</strong></em>',
      ),
    );
  });
  test('links lead straight, without the underline', () => {
    const html = docs(
      `<p dir="ltr"><a href="https://www.google.com/url?q=https://example.org/a%3Fb&sa=D" style="text-decoration:none"><span style="color:#1155cc;text-decoration:underline">here</span></a></p>`,
    );
    expect(clean(html)).toBe('<p><a href="https://example.org/a?b">here</a></p>');
  });
  test('lists of the next level go into their item', () => {
    const html = docs(
      `<ul style="margin-top:0"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>One</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"><span>Deep</span></p></li></ul></ul>`,
    );
    expect(clean(html)).toBe('<ul><li><p>One</p><ul><li><p>Deep</p></li></ul></li></ul>');
  });
});

describe('web pages', () => {
  test('what could run, load or hide goes', () => {
    const html = `<article onclick="x()"><h5>News</h5><script>x()</script><style>p{}</style><iframe src="https://example.org"></iframe>
      <p style="display:none">trick</p><p>Read <a href="javascript:x()">this</a>, <a href=" jAvascript:x()">that</a>, <a href="/local">there</a> or
      <a href="https://example.org" onmouseover="x()" target="_top">it</a>.<svg onload="x()"><a href="#">v</a></svg></p><form><input value="1"><button>Go</button></form></article>`;
    expect(clean(html)).toBe(
      '<div><h4>News</h4><p>Read this, that, there or <a href="https://example.org">it</a>.</p><div></div></div>',
    );
  });
  test('pictures are left out, and it is noticed', () => {
    const html = `<p>Look <img src="data:image/png;base64,iVBORw0KGgo=" onerror="x()"></p><img src="https://example.org/a.png">`;
    expect(cleanHtml(html)).toEqual({ html: '<p>Look </p>', pictures: 'leftOut' });
    expect(cleanHtml('<p>Words</p>').pictures).toBe('none');
  });
  test('lines of a code editor are code', () => {
    const html = `<div style="color:#000;font-family:Consolas, 'Courier New', monospace;font-size:14px;white-space: pre;"><div><span style="color:#00f">if</span> (a)</div><div>  b();</div></div>`;
    expect(clean(html)).toBe('<pre>if (a) b();</pre>');
  });
  test('blocks of ours count only from the editor itself', () => {
    const callout = '<aside data-tone="tip" class="x"><p dir="rtl">Mind</p></aside>';
    expect(clean(callout)).toBe('<div><p>Mind</p></div>');
    expect(clean(`<div data-pm-slice="0 0 []">${callout}</div>`)).toBe(
      '<div data-pm-slice="0 0 []"><aside data-tone="tip"><p dir="rtl">Mind</p></aside></div>',
    );
  });
});

test('Markdown and plain text are recognised, and tags stay text', () => {
  for (const text of [
    '# Title',
    'a\n\n- one\n- two',
    '```\ncode\n```',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    'see [it](https://example.org)',
  ])
    expect(looksLikeMarkdown(text), text).toBe(true);
  for (const text of ['Plain words.', 'a - b - c', '#hashtag', '5 * 3 * 2', 'snake_case_name', 'mail [1](see below)'])
    expect(looksLikeMarkdown(text), text).toBe(false);
  const html = markdownHtml('# Title\n\n<script>x()</script> and [it](javascript:x()) **b**');
  expect(clean(html)).toContain('<h2>Title</h2><p>&lt;script&gt;x()&lt;/script&gt;');
  expect(clean(html)).not.toContain('href');
});
