/** Rich text as an HTML string for feeds and mails: each kind of block by name, texts and addresses escaped, so that nothing else gets in. */
import { escapeMarkup } from '#kit/markup.ts';
import type { EmbedKind, RichText, RichTextBlock, RichTextInline, RichTextMark } from '#kit/rich-text.ts';
import { isSafeAddress } from '#kit/safe-address.ts';
import { directionOfBlocks } from '#kit/rich-text-direction.ts';

type BlockTag = 'p' | 'h2' | 'h3' | 'h4' | 'ul' | 'ol' | 'li' | 'blockquote' | 'aside' | 'pre' | 'hr' | 'figure' | 'figcaption';
type TableTag = 'table' | 'tr' | 'th' | 'td';
export type HtmlTag = BlockTag | TableTag | 'img' | 'a' | 'code' | 'strong' | 'em' | 'u' | 's';
/** What a text only names, and what its reader's program needs. */
export type HtmlOptions = {
  /** The absolute address for a link of the text; `#part-2` and `/rooms` are relative to the page it stands on. */
  absolute: (href: string) => string;
  /** Where a picture of the library is; null or left out: it is not shown. */
  picture?: (file: string) => { src: string; width: number; height: number } | null;
  /** HTML of a room or recording; left out: it is not shown. */
  embed?: (kind: EmbedKind, id: string) => string;
  /** The value of a variable, isolated from the direction of its line; left out: its name in braces. */
  variable?: (name: string) => string;
  /** The direction of blocks that name none; left out: that of their first strong letter. A line of values alone has none. */
  dir?: 'ltr' | 'rtl';
  /** Inline styles of a tag: mail programs read no style sheet. */
  style?: (tag: HtmlTag) => string | null;
};

type HtmlAttributes = Readonly<Record<string, string | number | null | undefined>>;
type HtmlWriter = HtmlOptions & { open: (tag: HtmlTag, attributes?: HtmlAttributes) => string };

function writerOf(options: HtmlOptions): HtmlWriter {
  const open = (tag: HtmlTag, attributes: HtmlAttributes = {}): string => {
    const all = Object.entries({ ...attributes, style: options.style?.(tag) });
    const written = all.flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [` ${name}="${escapeMarkup(String(value))}"`],
    );
    return `<${tag}${written.join('')}>`;
  };
  return { ...options, open };
}
type HtmlElement = { tag: HtmlTag; attributes?: HtmlAttributes; inside: string };
const element = (writer: HtmlWriter, { tag, attributes, inside }: HtmlElement): string =>
  `${writer.open(tag, attributes)}${inside}</${tag}>`;

const markTags = { bold: 'strong', italic: 'em', underline: 'u', strike: 's', code: 'code' } as const;
function marked(writer: HtmlWriter, mark: RichTextMark, inside: string): string {
  if (mark.type !== 'link') return element(writer, { tag: markTags[mark.type], inside });
  const { href } = mark.attrs;
  // stored texts were checked when they came in; what a later mistake lets in must not become a link either
  return isSafeAddress(href) ? element(writer, { tag: 'a', attributes: { href: writer.absolute(href) }, inside }) : inside;
}
const variableHtml = (writer: HtmlWriter, name: string): string =>
  writer.variable === undefined ? `{${escapeMarkup(name)}}` : `<bdi>${escapeMarkup(writer.variable(name))}</bdi>`;
function inlineHtml(writer: HtmlWriter, part: RichTextInline): string {
  if (part.type === 'hardBreak') return '<br>';
  if (part.type === 'variable') return variableHtml(writer, part.attrs.name);
  return (part.marks ?? []).toReversed().reduce((inside, mark) => marked(writer, mark, inside), escapeMarkup(part.text));
}
const lineHtml = (writer: HtmlWriter, parts: readonly RichTextInline[] | undefined): string =>
  (parts ?? []).map((part) => inlineHtml(writer, part)).join('');

const directionOf = (writer: HtmlWriter): 'ltr' | 'rtl' | 'auto' => writer.dir ?? 'auto';
const headingTags: Readonly<Record<number, HtmlTag>> = { 2: 'h2', 3: 'h3' };
const alignments = { start: 'start', center: 'center', end: 'end' } as const;

type BlockOfType<T extends RichTextBlock['type']> = Extract<RichTextBlock, { type: T }>;
function listHtml(writer: HtmlWriter, block: BlockOfType<'bulletList' | 'orderedList'>): string {
  const items = block.content.map((item) =>
    element(writer, {
      tag: 'li',
      attributes: { dir: item.attrs?.dir ?? writer.dir ?? directionOfBlocks(item.content) },
      inside: blocksHtml(writer, item.content),
    }),
  );
  const start = block.type === 'orderedList' ? (block.attrs?.start ?? 1) : 1;
  return element(writer, {
    tag: block.type === 'bulletList' ? 'ul' : 'ol',
    attributes: { dir: writer.dir ?? directionOfBlocks([block]), start: start === 1 ? null : start },
    inside: items.join(''),
  });
}
function tableHtml(writer: HtmlWriter, block: BlockOfType<'table'>): string {
  const rows = block.content.map(({ content }) => {
    const cells = content.map(({ type, attrs, content: inside }) => {
      const align = attrs?.align ?? null;
      const attributes = {
        colspan: (attrs?.colspan ?? 1) === 1 ? null : attrs?.colspan,
        rowspan: (attrs?.rowspan ?? 1) === 1 ? null : attrs?.rowspan,
        align: align === null ? null : alignments[align],
      };
      return element(writer, { tag: type === 'tableHeader' ? 'th' : 'td', attributes, inside: blocksHtml(writer, inside) });
    });
    return element(writer, { tag: 'tr', inside: cells.join('') });
  });
  return element(writer, { tag: 'table', attributes: { dir: writer.dir ?? directionOfBlocks([block]) }, inside: rows.join('') });
}
function pictureHtml(writer: HtmlWriter, { attrs }: BlockOfType<'picture'>): string {
  const facts = writer.picture?.(attrs.file) ?? null;
  if (facts === null) return '';
  const image = writer.open('img', { src: facts.src, width: facts.width, height: facts.height, alt: attrs.alt });
  const caption =
    attrs.caption === undefined
      ? ''
      : element(writer, { tag: 'figcaption', attributes: { dir: directionOf(writer) }, inside: escapeMarkup(attrs.caption) });
  return element(writer, { tag: 'figure', inside: image + caption });
}

function blockHtml(writer: HtmlWriter, block: RichTextBlock): string {
  switch (block.type) {
    case 'paragraph':
      return element(writer, {
        tag: 'p',
        attributes: { dir: block.attrs?.dir ?? directionOf(writer) },
        inside: lineHtml(writer, block.content),
      });
    case 'heading':
      return element(writer, {
        tag: headingTags[block.attrs.level] ?? 'h4',
        attributes: { dir: block.attrs.dir ?? directionOf(writer) },
        inside: lineHtml(writer, block.content),
      });
    case 'bulletList':
    case 'orderedList':
      return listHtml(writer, block);
    case 'blockquote':
      return element(writer, {
        tag: 'blockquote',
        attributes: { dir: writer.dir ?? directionOfBlocks([block]) },
        inside: blocksHtml(writer, block.content),
      });
    case 'callout':
      return element(writer, {
        tag: 'aside',
        attributes: { dir: writer.dir ?? directionOfBlocks([block]) },
        inside: blocksHtml(writer, block.content),
      });
    case 'codeBlock': {
      const code = (block.content ?? []).map(({ text }) => escapeMarkup(text)).join('');
      return element(writer, { tag: 'pre', attributes: { dir: 'ltr' }, inside: `<code>${code}</code>` });
    }
    case 'table':
      return tableHtml(writer, block);
    case 'picture':
      return pictureHtml(writer, block);
    case 'embed':
      return writer.embed?.(block.attrs.kind, block.attrs.id) ?? '';
    case 'horizontalRule':
      return writer.open('hr');
    default:
      return '';
  }
}
const blocksHtml = (writer: HtmlWriter, blocks: readonly RichTextBlock[]): string =>
  blocks.map((block) => blockHtml(writer, block)).join('');

export const richTextHtml = (text: RichText, options: HtmlOptions): string => blocksHtml(writerOf(options), text.content);
