/** A stored text as a document of the editor, and back. What a stored text may not have is left out on the way back. */
import type { JSONContent } from '@tiptap/core';
import type { Mark, Node as DocNode } from '@tiptap/pm/model';
import {
  RICH_TEXT_VERSION,
  type RichText,
  type RichTextBlock,
  type RichTextInline,
  type RichTextMark,
  richTextLimits,
} from '#kit/rich-text.ts';
import { isSafeAddress } from '#kit/safe-address.ts';
import { alignOf } from './editor-schema.ts';
import { embedKindOf, isReferenceId, isVariableName, toneOf } from './editor-nodes.ts';

type ListBlock = Extract<RichTextBlock, { type: 'bulletList' | 'orderedList' }>;
type TableRow = Extract<RichTextBlock, { type: 'table' }>['content'][number];
type CodeText = Extract<RichTextInline, { type: 'text' }>;

const sameMarks = (one: JSONContent, other: JSONContent): boolean =>
  one.type === 'text' && other.type === 'text' && JSON.stringify(one.marks ?? []) === JSON.stringify(other.marks ?? []);

function markNodes(marks: readonly RichTextMark[] = []): NonNullable<JSONContent['marks']> {
  return marks
    .filter((mark, at) => marks.findIndex(({ type }) => type === mark.type) === at)
    .map((mark) => (mark.type === 'link' ? { type: mark.type, attrs: { href: mark.attrs.href } } : { type: mark.type }));
}
function inlineNodes(line: readonly RichTextInline[] = []): JSONContent[] {
  const nodes: JSONContent[] = [];
  for (const part of line) {
    const node: JSONContent =
      part.type === 'text'
        ? { type: 'text', text: part.text, marks: markNodes(part.marks) }
        : part.type === 'variable'
          ? { type: 'variable', attrs: { name: part.attrs.name } }
          : { type: 'hardBreak' };
    const before = nodes.at(-1);
    if (before !== undefined && sameMarks(before, node)) before.text = `${before.text ?? ''}${node.text ?? ''}`;
    else nodes.push(node);
  }
  return nodes;
}

/** Boxes without a block have nowhere for the caret. */
const filled = (content: readonly RichTextBlock[]): JSONContent[] => {
  const nodes = content.flatMap(blockNodes);
  return nodes.length === 0 ? [{ type: 'paragraph' }] : nodes;
};
const rowNode = (row: TableRow): JSONContent => ({
  type: 'tableRow',
  content: row.content.map((cell) => ({ type: cell.type, attrs: { ...cell.attrs }, content: filled(cell.content) })),
});

function blockNodes(block: RichTextBlock): JSONContent[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return [{ type: block.type, attrs: { ...block.attrs }, content: inlineNodes(block.content) }];
    case 'bulletList':
    case 'orderedList': {
      const content = block.content.map((item) => ({
        type: 'listItem',
        attrs: { dir: item.attrs?.dir ?? null },
        content: filled(item.content),
      }));
      const attrs = block.type === 'orderedList' ? { start: block.attrs?.start ?? 1 } : {};
      return content.length === 0 ? [] : [{ type: block.type, attrs, content }];
    }
    case 'blockquote':
      return [{ type: block.type, content: filled(block.content) }];
    case 'callout':
      return [{ type: block.type, attrs: { ...block.attrs }, content: filled(block.content) }];
    case 'codeBlock': {
      const text = (block.content ?? []).map((part) => part.text).join('');
      const attrs = { language: block.attrs?.language ?? null };
      return [{ type: block.type, attrs, content: text === '' ? [] : [{ type: 'text', text }] }];
    }
    case 'table': {
      const rows = block.content.filter((row) => row.content.length > 0).map(rowNode);
      return rows.length === 0 ? [] : [{ type: block.type, content: rows }];
    }
    case 'picture':
    case 'embed':
      return [{ type: block.type, attrs: { ...block.attrs } }];
    case 'horizontalRule':
      return [{ type: block.type }];
  }
}
export const docOf = (text: RichText): JSONContent => ({ type: 'doc', content: filled(text.content) });

function markOf({ type, attrs }: Mark): RichTextMark[] {
  switch (type.name) {
    case 'bold':
    case 'italic':
    case 'underline':
    case 'strike':
    case 'code':
      return [{ type: type.name }];
    case 'link': {
      const { href } = attrs;
      const fits = typeof href === 'string' && href.length <= richTextLimits.address && isSafeAddress(href);
      return fits ? [{ type: 'link', attrs: { href } }] : [];
    }
    default:
      return [];
  }
}
function inlineOf(node: DocNode): RichTextInline[] {
  if (node.isText) {
    const marks = node.marks.flatMap(markOf);
    return [{ type: 'text', text: node.text ?? '', ...(marks.length > 0 && { marks }) }];
  }
  const { name } = node.attrs;
  if (node.type.name === 'variable') return isVariableName(name) ? [{ type: 'variable', attrs: { name } }] : [];
  return node.type.name === 'hardBreak' ? [{ type: 'hardBreak' }] : [];
}
function lineOf(node: DocNode): { content?: RichTextInline[] } {
  const content = node.children.flatMap(inlineOf);
  return content.length === 0 ? {} : { content };
}
const dirOf = ({ attrs: { dir } }: DocNode): { dir?: 'ltr' | 'rtl' } => (dir === 'ltr' || dir === 'rtl' ? { dir } : {});
const numberWithin = (value: unknown, least: number, most: number): number =>
  typeof value === 'number' && Number.isInteger(value) ? Math.min(most, Math.max(least, value)) : least;
const shortText = (value: unknown, most: number): string => (typeof value === 'string' ? value.slice(0, most) : '');

function itemsOf(list: DocNode): ListBlock['content'] {
  return list.children.map((item) => {
    const dir = dirOf(item);
    return { type: 'listItem', ...(dir.dir !== undefined && { attrs: dir }), content: blocksOf(item) };
  });
}
function rowOf(row: DocNode): TableRow {
  const content = row.children.map((cell): TableRow['content'][number] => {
    const [colspan, rowspan] = [numberWithin(cell.attrs['colspan'], 1, 50), numberWithin(cell.attrs['rowspan'], 1, 50)];
    const align = alignOf(cell.attrs['align']);
    const attrs = { colspan, rowspan, ...(align !== null && { align }) };
    const plain = colspan === 1 && rowspan === 1 && align === null;
    const type = cell.type.name === 'tableHeader' ? 'tableHeader' : 'tableCell';
    return { type, ...(!plain && { attrs }), content: blocksOf(cell) };
  });
  return { type: 'tableRow', content };
}

function codeOf(node: DocNode): RichTextBlock {
  const { language } = node.attrs;
  const content: CodeText[] = node.textContent === '' ? [] : [{ type: 'text', text: node.textContent }];
  const known = typeof language === 'string' && /^[\w+#-]{1,30}$/.test(language);
  return { type: 'codeBlock', ...(known && { attrs: { language } }), ...(content.length > 0 && { content }) };
}
function atomOf({ type, attrs }: DocNode): RichTextBlock[] {
  if (type.name === 'horizontalRule') return [{ type: 'horizontalRule' }];
  if (type.name === 'picture' && isReferenceId(attrs['file'])) {
    const [alt, caption] = [shortText(attrs['alt'], richTextLimits.alt), shortText(attrs['caption'], 500)];
    return [{ type: 'picture', attrs: { file: attrs['file'], alt, ...(caption !== '' && { caption }) } }];
  }
  const kind = embedKindOf(attrs['kind']);
  return type.name === 'embed' && kind !== null && isReferenceId(attrs['id'])
    ? [{ type: 'embed', attrs: { kind, id: attrs['id'] } }]
    : [];
}
function blockOf(node: DocNode): RichTextBlock[] {
  switch (node.type.name) {
    case 'paragraph': {
      const dir = dirOf(node);
      return [{ type: 'paragraph', ...(dir.dir !== undefined && { attrs: dir }), ...lineOf(node) }];
    }
    case 'heading':
      return [{ type: 'heading', attrs: { level: numberWithin(node.attrs['level'], 2, 4), ...dirOf(node) }, ...lineOf(node) }];
    case 'bulletList':
      return [{ type: 'bulletList', content: itemsOf(node) }];
    case 'orderedList': {
      const start = numberWithin(node.attrs['start'], 0, 100_000);
      return [{ type: 'orderedList', ...(start !== 1 && { attrs: { start } }), content: itemsOf(node) }];
    }
    case 'blockquote':
      return [{ type: 'blockquote', content: blocksOf(node) }];
    case 'callout':
      return [{ type: 'callout', attrs: { tone: toneOf(node.attrs['tone']) }, content: blocksOf(node) }];
    case 'codeBlock':
      return [codeOf(node)];
    case 'table':
      return [{ type: 'table', content: node.children.map(rowOf) }];
    default:
      return atomOf(node);
  }
}
const blocksOf = (node: DocNode): RichTextBlock[] => node.children.flatMap(blockOf);
export const richTextOf = (doc: DocNode): RichText => ({ version: RICH_TEXT_VERSION, content: blocksOf(doc) });

const isEmptyParagraph = (block: RichTextBlock | undefined): boolean =>
  block?.type === 'paragraph' && block.content === undefined;
/** Without the paragraph that the editor keeps at the end, so that one can write on after a table or picture. */
export function writtenText(doc: DocNode): RichText {
  const text = richTextOf(doc);
  const [before, last] = [text.content.at(-2), text.content.at(-1)];
  const kept = isEmptyParagraph(last) && before?.type !== 'paragraph';
  return kept ? { ...text, content: text.content.slice(0, -1) } : text;
}
