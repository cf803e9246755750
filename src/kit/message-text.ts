/** Between formatted messages and plain text: what search, mails and notices read of one, and how plain text is shown as one. */
import type { MessageBlock, MessageDoc, MessageInline, MessageListItem, MessageTextNode } from './message-doc.contract.ts';
import { isSafeAddress } from './safe-address.ts';

export type MentionedPerson = { userId: string; name: string };

/** Without control characters but line ends, in one spelling. */
export const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim();

const inlineText = (parts: readonly MessageInline[] = []): string =>
  parts.map((part) => (part.type === 'text' ? part.text : part.type === 'mention' ? `@${part.attrs.label}` : '\n')).join('');
function listText(items: readonly MessageListItem[], bulletAt: (at: number) => string): string {
  const itemText = (item: MessageListItem, bullet: string) =>
    `${bullet}${blocksText(item.content).replaceAll('\n', `\n${' '.repeat(bullet.length)}`)}`;
  return items.map((item, at) => itemText(item, bulletAt(at))).join('\n');
}
function blockText(block: MessageBlock): string {
  if (block.type === 'bulletList') return listText(block.content, () => '- ');
  if (block.type !== 'orderedList') return inlineText(block.content);
  const start = block.attrs?.start ?? 1;
  return listText(block.content, (at) => `${start + at}. `);
}
const blocksText = (blocks: readonly MessageBlock[]): string => blocks.map(blockText).join('\n');
/** The message in plain text, one line for each paragraph. */
export const messageText = (doc: MessageDoc): string => blocksText(doc.content);

/** Ids of the people that a message mentions, each once. */
export function mentionedIn(doc: MessageDoc): string[] {
  const ids = new Set<string>();
  const visit = (blocks: readonly MessageBlock[]): void => {
    for (const block of blocks) {
      if (block.type === 'bulletList' || block.type === 'orderedList') for (const item of block.content) visit(item.content);
      else for (const part of block.content ?? []) if (part.type === 'mention') ids.add(part.attrs.id);
    }
  };
  visit(doc.content);
  return [...ids];
}

/** The message with these names in its mentions, by user id; mentions of others become plain text. */
export function nameMentions(doc: MessageDoc, names: ReadonlyMap<string, string>): MessageDoc {
  const namedInline = (part: MessageInline): MessageInline[] => {
    if (part.type !== 'mention') return [part];
    const { id, label } = part.attrs;
    const name = names.get(id);
    return name === undefined || name === '' ? textNode(`@${label}`) : [{ type: 'mention', attrs: { id, label: name } }];
  };
  const namedItem = (item: MessageListItem): MessageListItem => ({ ...item, content: item.content.map(namedBlock) });
  function namedBlock(block: MessageBlock): MessageBlock {
    if (block.type === 'bulletList' || block.type === 'orderedList') return { ...block, content: block.content.map(namedItem) };
    if (block.type === 'codeBlock' || block.content === undefined) return block;
    return { ...block, content: block.content.flatMap(namedInline) };
  }
  return { ...doc, content: doc.content.map(namedBlock) };
}

const addresses = /\bhttps?:\/\/[^\s<>"'`\\]+/giu;
/** Signs that end a sentence, not the address in it. */
const tail = /(?<![.,;:!?)\]}>*_…。、，）】])[.,;:!?)\]}>*_…。、，）】]+$/u;
const textNode = (text: string): MessageTextNode[] => (text === '' ? [] : [{ type: 'text', text }]);

type Split = { matches: Iterable<RegExpExecArray>; nodeOf: (match: string) => MessageInline[] };
function splitText(text: string, { matches, nodeOf }: Split, rest: (text: string) => MessageInline[]): MessageInline[] {
  const parts: MessageInline[] = [];
  let at = 0;
  for (const match of matches) {
    parts.push(...rest(text.slice(at, match.index)), ...nodeOf(match[0]));
    at = match.index + match[0].length;
  }
  return [...parts, ...rest(text.slice(at))];
}

function linkNodes(found: string): MessageInline[] {
  const text = found.replace(tail, '');
  if (!isSafeAddress(text)) return textNode(found);
  const link: MessageTextNode = { type: 'text', text, marks: [{ type: 'link', attrs: { href: text } }] };
  return [link, ...textNode(found.slice(text.length))];
}

const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
function mentionPattern(people: readonly MentionedPerson[]): RegExp | null {
  if (people.length === 0) return null;
  // the longest name first: "@Ann Lee" is not "@Ann"
  const names = people.map(({ name }) => name).toSorted((a, b) => b.length - a.length);
  return new RegExp(`(?<![\\p{L}\\p{N}])@(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}

/**
 * Plain text as a message, one paragraph for each line. Whole addresses of the web become links, `@` with the whole name of one of
 * `mentioned` a mention.
 */
export function messageOfText(text: string, mentioned: readonly MentionedPerson[] = []): MessageDoc {
  const pattern = mentionPattern(mentioned);
  const mentionNode = (match: string): MessageInline[] => {
    const label = match.slice(1);
    const id = mentioned.find(({ name }) => name === label)?.userId;
    return id === undefined ? textNode(match) : [{ type: 'mention', attrs: { id, label } }];
  };
  const withMentions = (words: string): MessageInline[] =>
    pattern === null || !words.includes('@')
      ? textNode(words)
      : splitText(words, { matches: words.matchAll(pattern), nodeOf: mentionNode }, textNode);
  const paragraph = (line: string): MessageBlock => {
    const content = splitText(line, { matches: line.matchAll(addresses), nodeOf: linkNodes }, withMentions);
    return content.length === 0 ? { type: 'paragraph' } : { type: 'paragraph', content };
  };
  return { version: 1, content: text.replaceAll(/\r\n?/g, '\n').split('\n').map(paragraph) };
}

/** Whether plain text says all of it. */
export const isPlainMessage = (doc: MessageDoc): boolean =>
  JSON.stringify(messageOfText(messageText(doc))) === JSON.stringify(doc);
