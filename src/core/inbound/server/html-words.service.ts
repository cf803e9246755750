/** The words of a mail in HTML. */
import { convert, type FormatCallback } from 'html-to-text';
import type { MailPart } from './parse-mail.service.ts';

/** Stands where the HTML shows a picture of the mail: `[cid:…]`, as Outlook writes it in its text. An emoji may be a picture, too. */
const pictureMark: FormatCallback = ({ attribs }, _walk, builder) => {
  const [source, words]: unknown[] = [attribs['src'], attribs['alt']];
  if (typeof source === 'string' && /^cid:/i.test(source))
    builder.addInline(`[cid:${source.slice(4)}]`, { noWordTransform: true });
  else if (typeof words === 'string' && words.length <= 20 && /\p{Extended_Pictographic}/u.test(words)) builder.addInline(words);
};
/** Cells of a row are not one word. */
const cell: FormatCallback = ({ children }, walk, builder) => {
  walk(children, builder);
  builder.addInline(' ');
};

const base64Mark = ';base64,';
/** Pictures that stand in the HTML itself (RFC 2397), and the HTML with `cid:` in their place. */
export function picturesInHtml(html: string): { html: string; pictures: MailPart[] } {
  const pictures: MailPart[] = [];
  const [before = '', ...found] = html.split(/data:image\//i);
  const rest = found.map((one) => {
    const mark = one.slice(0, 100).toLowerCase().indexOf(base64Mark);
    if (mark === -1) return `data:image/${one}`;
    const data = one.slice(mark + base64Mark.length);
    const end = data.search(/[^a-z\d+/=\s]/i);
    const [base64, after] = end === -1 ? [data, ''] : [data.slice(0, end), data.slice(end)];
    const [name, content] = [`picture-${pictures.length + 1}`, Buffer.from(base64, 'base64')];
    // one dot shows nothing
    if (content.length < 100) return after;
    const form =
      one
        .slice(0, 10)
        .toLowerCase()
        .split(/[^a-z]/)[0] ?? '';
    const part = { contentType: `image/${form}`, filename: `${name}.${form}`, headers: new Map(), cid: name, related: true };
    pictures.push({ ...part, content });
    return `cid:${name}${after}`;
  });
  return { html: before + rest.join(''), pictures };
}

/** Letters that are read. */
export const mostHtml = 2_000_000;
/** What comes out is text, whatever was in it; quotations have `>` before each line. */
export const textOfHtml = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits: { maxInputLength: mostHtml, maxDepth: 300, ellipsis: '…' },
    formatters: { pictureMark, cell },
    selectors: [
      { selector: 'img', format: 'pictureMark' },
      ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
      { selector: 'hr', format: 'lineBreak' },
      { selector: 'ul', options: { itemPrefix: '- ' } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
      // Outlook writes each line as a paragraph
      ...['p.MsoNormal', 'p.MsoPlainText'].map((selector) => ({
        selector,
        format: 'paragraph',
        options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
      })),
      ...['title', 'noscript', 'template'].map((selector) => ({ selector, format: 'skip' })),
    ],
  })
    .replaceAll('\u00A0', ' ')
    .trim();
