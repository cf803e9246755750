/** The words of a mail in HTML. */
import { convert, type FormatCallback } from 'html-to-text';

/** Stands where the HTML shows a picture of the mail: `[cid:…]`, as Outlook writes it in its text. */
const pictureMark: FormatCallback = (element, _walk, builder) => {
  const source: unknown = element.attribs['src'];
  if (typeof source === 'string' && /^cid:/i.test(source))
    builder.addInline(`[cid:${source.slice(4)}]`, { noWordTransform: true });
};

/** What comes out is text, whatever was in it; quotations have `>` before each line. */
export const textOfHtml = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits: { maxInputLength: 2_000_000, maxDepth: 300, ellipsis: '…' },
    formatters: { pictureMark },
    selectors: [
      { selector: 'img', format: 'pictureMark' },
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
