/**
 * Rich text as structured JSON in the shape of ProseMirror, from the editor to page, mail and plain text. What is not declared here does
 * not get in: texts are parsed at the boundary and rendered by allow-list; HTML is never kept.
 */
import * as z from 'zod/mini';
import { isSafeAddress } from './safe-address.ts';

/** Version of the shape: a text of a later version is refused, not guessed. */
export const RICH_TEXT_VERSION = 1;

export const richTextLimits = {
  nodes: 20_000,
  depth: 16,
  characters: 400_000,
  bytes: 1_500_000,
  address: 2_000,
  alt: 500,
} as const;

export const calloutTones = ['note', 'tip', 'warning'] as const;
export const embedKinds = ['recording', 'room'] as const;
export type EmbedKind = (typeof embedKinds)[number];

/** Left out: the direction follows the first strong letter of the block. */
const dir = z.optional(z.nullable(z.enum(['ltr', 'rtl'])));
const align = z.optional(z.nullable(z.enum(['start', 'center', 'end'])));
const span = z._default(z.number().check(z.int(), z.gte(1), z.lte(50)), 1);
const id = z.string().check(z.regex(/^[0-9a-f-]{36}$/));

const address = z.string().check(z.minLength(1), z.maxLength(richTextLimits.address), z.refine(isSafeAddress, 'unsafe_address'));

const mark = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['bold', 'italic', 'underline', 'strike', 'code']) }),
  z.object({ type: z.literal('link'), attrs: z.object({ href: address }) }),
]);
export type RichTextMark = z.infer<typeof mark>;

const textNode = z.object({
  type: z.literal('text'),
  text: z.string().check(z.minLength(1)),
  marks: z.optional(z.array(mark).check(z.maxLength(6))),
});
/** A variable of a template, filled in for each reader. */
const variable = z.object({
  type: z.literal('variable'),
  attrs: z.object({ name: z.string().check(z.regex(/^[a-z]\w{0,39}$/i)) }),
});
const inline = z.discriminatedUnion('type', [textNode, variable, z.object({ type: z.literal('hardBreak') })]);
export type RichTextInline = z.infer<typeof inline>;
const line = z.optional(z.array(inline));

type TextDir = 'ltr' | 'rtl' | null | undefined;
type TextAlign = 'start' | 'center' | 'end' | null | undefined;
type RichTextItem = { type: 'listItem'; attrs?: { dir?: TextDir } | undefined; content: RichTextBlock[] };
type RichTextCell = {
  type: 'tableCell' | 'tableHeader';
  attrs?: { colspan: number; rowspan: number; align?: TextAlign } | undefined;
  content: RichTextBlock[];
};
type InlineContent = RichTextInline[] | undefined;
/** Written out, because it contains itself. */
export type RichTextBlock =
  | { type: 'paragraph'; attrs?: { dir?: TextDir } | undefined; content?: InlineContent }
  | { type: 'heading'; attrs: { level: number; dir?: TextDir }; content?: InlineContent }
  | { type: 'bulletList'; content: RichTextItem[] }
  | { type: 'orderedList'; attrs?: { start: number } | undefined; content: RichTextItem[] }
  | { type: 'blockquote'; content: RichTextBlock[] }
  | { type: 'callout'; attrs: { tone: (typeof calloutTones)[number] }; content: RichTextBlock[] }
  | {
      type: 'codeBlock';
      attrs?: { language?: string | null | undefined } | undefined;
      content?: Extract<RichTextInline, { type: 'text' }>[] | undefined;
    }
  | { type: 'table'; content: { type: 'tableRow'; content: RichTextCell[] }[] }
  | { type: 'picture'; attrs: { file: string; alt: string; caption?: string | undefined } }
  | { type: 'embed'; attrs: { kind: EmbedKind; id: string } }
  | { type: 'horizontalRule' };
const blocks: z.ZodMiniType<RichTextBlock[]> = z.lazy(() => z.array(block));

const listItem = z.object({
  type: z.literal('listItem'),
  attrs: z.optional(z.object({ dir })),
  content: blocks,
});
const cell = z.object({
  type: z.enum(['tableCell', 'tableHeader']),
  attrs: z.optional(z.object({ colspan: span, rowspan: span, align })),
  content: blocks,
});
const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('paragraph'), attrs: z.optional(z.object({ dir })), content: line }),
  z.object({
    type: z.literal('heading'),
    attrs: z.object({ level: z.number().check(z.int(), z.gte(2), z.lte(4)), dir }),
    content: line,
  }),
  z.object({ type: z.literal('bulletList'), content: z.array(listItem) }),
  z.object({
    type: z.literal('orderedList'),
    attrs: z.optional(z.object({ start: z._default(z.number().check(z.int(), z.gte(0), z.lte(100_000)), 1) })),
    content: z.array(listItem),
  }),
  z.object({
    type: z.literal('blockquote'),
    content: blocks,
  }),
  z.object({
    type: z.literal('callout'),
    attrs: z.object({ tone: z.enum(calloutTones) }),
    content: blocks,
  }),
  z.object({
    type: z.literal('codeBlock'),
    attrs: z.optional(z.object({ language: z.optional(z.nullable(z.string().check(z.regex(/^[\w+#-]{0,30}$/)))) })),
    content: z.optional(z.array(textNode)),
  }),
  z.object({
    type: z.literal('table'),
    content: z.array(z.object({ type: z.literal('tableRow'), content: z.array(cell) })),
  }),
  z.object({
    type: z.literal('picture'),
    attrs: z.object({
      file: id,
      alt: z.string().check(z.maxLength(richTextLimits.alt)),
      caption: z.optional(z.string().check(z.maxLength(500))),
    }),
  }),
  z.object({ type: z.literal('embed'), attrs: z.object({ kind: z.enum(embedKinds), id }) }),
  z.object({ type: z.literal('horizontalRule') }),
]);
export type RichText = { version: typeof RICH_TEXT_VERSION; content: RichTextBlock[] };

export const emptyRichText: RichText = { version: RICH_TEXT_VERSION, content: [] };

/** Counted before it is parsed, because a parser follows whatever nesting it is given. */
function isBounded(value: unknown): boolean {
  let [nodes, characters] = [0, 0];
  const within = (part: unknown, depth: number): boolean => {
    if (typeof part === 'string') characters += part.length;
    if (typeof part !== 'object' || part === null) return characters <= richTextLimits.characters;
    nodes += 1;
    // an object and its list are two levels of the JSON
    if (nodes > richTextLimits.nodes * 3 || depth > richTextLimits.depth * 2) return false;
    return Object.values(part).every((one) => within(one, depth + 1));
  };
  return within(value, 0);
}

/** A rich text from outside. Issues: `too_large`, `later_version`, or what is wrong where. */
export const richTextField = z.pipe(
  z.unknown().check(z.refine(isBounded, 'too_large')),
  z.object({ version: z.literal(RICH_TEXT_VERSION, 'later_version'), content: blocks }),
);

/** Whether something kept by a browser still is a text of ours. */
export const isRichText = (value: unknown): value is RichText => richTextField.safeParse(value).success;

const inlineText = (parts: readonly RichTextInline[] | undefined): string =>
  (parts ?? [])
    .map((part) => (part.type === 'text' ? part.text : part.type === 'variable' ? `{${part.attrs.name}}` : '\n'))
    .join('');

/** One block in plain text, for search, excerpts, counts and the text part of mails. */
function textOfBlock(one: RichTextBlock): string {
  switch (one.type) {
    case 'paragraph':
    case 'heading':
      return inlineText(one.content);
    case 'codeBlock':
      return inlineText(one.content);
    case 'bulletList':
      return one.content.map((item) => `- ${textOfBlocks(item.content).replaceAll('\n', '\n  ')}`).join('\n');
    case 'orderedList': {
      const start = one.attrs?.start ?? 1;
      return one.content.map((item, at) => `${start + at}. ${textOfBlocks(item.content).replaceAll('\n', '\n   ')}`).join('\n');
    }
    case 'blockquote':
    case 'callout':
      return textOfBlocks(one.content);
    case 'table':
      return one.content
        .map((row) => row.content.map((part) => textOfBlocks(part.content).replaceAll('\n', ' ')).join(' | '))
        .join('\n');
    case 'picture':
      return one.attrs.caption ?? one.attrs.alt;
    case 'embed':
    case 'horizontalRule':
      return '';
  }
}
const textOfBlocks = (some: readonly RichTextBlock[]): string =>
  some
    .map(textOfBlock)
    .filter((text) => text !== '')
    .join('\n');
export const plainTextOf = (text: RichText): string =>
  text.content
    .map(textOfBlock)
    .filter((part) => part !== '')
    .join('\n\n');

/** Words that are read; Chinese and Japanese are counted by character, as their readers do. */
export function countWords(text: string): number {
  const characters = text.match(/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/gu)?.length ?? 0;
  const words = text
    .replaceAll(/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/gu, ' ')
    .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu);
  return characters + (words?.length ?? 0);
}

/** Ids of the pictures of the library, and of the rooms and recordings that a text shows. */
export function referencesOf(text: RichText): { files: string[]; embeds: { kind: EmbedKind; id: string }[] } {
  const files = new Set<string>();
  const embeds = new Map<string, { kind: EmbedKind; id: string }>();
  const visit = (some: readonly RichTextBlock[]): void => {
    for (const one of some) {
      if (one.type === 'picture') files.add(one.attrs.file);
      else if (one.type === 'embed') embeds.set(`${one.attrs.kind} ${one.attrs.id}`, one.attrs);
      else if (one.type === 'bulletList' || one.type === 'orderedList') for (const item of one.content) visit(item.content);
      else if (one.type === 'blockquote' || one.type === 'callout') visit(one.content);
      else if (one.type === 'table') for (const row of one.content) for (const part of row.content) visit(part.content);
    }
  };
  visit(text.content);
  return { files: [...files], embeds: [...embeds.values()] };
}

type ChangeLine = (line: RichTextInline[]) => RichTextInline[];
function changeBlock(one: RichTextBlock, change: ChangeLine): RichTextBlock {
  const within = (some: readonly RichTextBlock[]) => some.map((block) => changeBlock(block, change));
  switch (one.type) {
    case 'paragraph':
    case 'heading':
      return { ...one, content: change(one.content ?? []) };
    case 'bulletList':
    case 'orderedList':
      return { ...one, content: one.content.map((item) => ({ ...item, content: within(item.content) })) };
    case 'blockquote':
    case 'callout':
      return { ...one, content: within(one.content) };
    case 'table': {
      const rows = one.content.map((row) => ({
        ...row,
        content: row.content.map((part) => ({ ...part, content: within(part.content) })),
      }));
      return { ...one, content: rows };
    }
    default:
      return one;
  }
}
/** The same text with each of its lines changed; code, pictures and embeds stay. */
export const changeLines = (text: RichText, change: ChangeLine): RichText => ({
  ...text,
  content: text.content.map((one) => changeBlock(one, change)),
});

/** Names of the variables that a text fills in, each once. */
export function variablesOf(text: RichText): string[] {
  const names = new Set<string>();
  changeLines(text, (line) => {
    for (const part of line) if (part.type === 'variable') names.add(part.attrs.name);
    return line;
  });
  return [...names];
}
