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

/** Pictures that stand in the HTML itself (RFC 2397), and the HTML with `cid:` in their place. */
export function picturesInHtml(html: string): { html: string; pictures: MailPart[] } {
  const pictures: MailPart[] = [];
  const rest = html.replace(
    /\bdata:image\/([a-z]{1,10})[^,"'<>]{0,50};base64,([a-z\d+/=\s]*)/gi,
    (_all, form: string, base64: string) => {
      const [name, content] = [`picture-${pictures.length + 1}`, Buffer.from(base64, 'base64')];
      // one dot shows nothing
      if (content.length < 100) return '';
      const contentType = `image/${form.toLowerCase()}`;
      pictures.push({
        contentType,
        filename: name.concat('.', form.toLowerCase()),
        content,
        headers: new Map(),
        cid: name,
        related: true,
      });
      return `cid:${name}`;
    },
  );
  return { html: rest, pictures };
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
