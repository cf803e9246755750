/**
 * A formatted message as JSON in the shape of ProseMirror: chat, tickets, notes and comments. What is not declared here does not get in;
 * HTML is never kept. A message without formatting is kept as plain text alone (`message-text.ts`).
 */
import * as z from 'zod/mini';
import { isSafeAddress } from './safe-address.ts';

export const messageDocLimits = {
  /** Objects of the JSON: blocks, texts and marks. */
  nodes: 12_000,
  /** Nesting of the JSON: a list within a list takes four levels. */
  depth: 26,
  characters: 120_000,
  address: 2_000,
} as const;

const mark = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['bold', 'italic', 'code']) }),
  z.object({
    type: z.literal('link'),
    attrs: z.object({
      href: z.string().check(z.maxLength(messageDocLimits.address), z.refine(isSafeAddress, 'unsafe_address')),
    }),
  }),
]);
export type MessageMark = z.infer<typeof mark>;

const textNode = z.object({
  type: z.literal('text'),
  text: z.string().check(
    z.minLength(1),
    z.refine((text) => !/[^\P{Cc}\n\t]/u.test(text), 'control_character'),
  ),
  marks: z.optional(z.array(mark).check(z.maxLength(4))),
});
export type MessageTextNode = z.infer<typeof textNode>;
const mention = z.object({
  type: z.literal('mention'),
  attrs: z.object({ id: z.uuid(), label: z.string().check(z.minLength(1), z.maxLength(200)) }),
});
const inline = z.discriminatedUnion('type', [textNode, mention, z.object({ type: z.literal('hardBreak') })]);
export type MessageInline = z.infer<typeof inline>;

export type MessageListItem = { type: 'listItem'; content: MessageBlock[] };
/** Written out, because it contains itself. */
export type MessageBlock =
  | { type: 'paragraph'; content?: MessageInline[] | undefined }
  | { type: 'bulletList'; content: MessageListItem[] }
  | { type: 'orderedList'; attrs?: { start: number } | undefined; content: MessageListItem[] }
  | { type: 'codeBlock'; content?: MessageTextNode[] | undefined };
/** Its name is that of the schema in the API reference, which refers to it from itself. */
const blocks: z.ZodMiniType<MessageBlock[], MessageBlock[]> = z
  .lazy(() => z.array(block).check(z.minLength(1)))
  .register(z.globalRegistry, { id: 'MessageBlocks' });
const items = z.array(z.object({ type: z.literal('listItem'), content: blocks })).check(z.minLength(1));
const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('paragraph'), content: z.optional(z.array(inline)) }),
  z.object({ type: z.literal('bulletList'), content: items }),
  z.object({
    type: z.literal('orderedList'),
    attrs: z.optional(z.object({ start: z.number().check(z.int(), z.gte(0), z.lte(100_000)) })),
    content: items,
  }),
  z.object({ type: z.literal('codeBlock'), content: z.optional(z.array(textNode)) }),
]);
/** `version`: of the shape. A message of a later version is refused, not guessed. */
export const messageDoc = z.object({ version: z.literal(1), content: blocks });
export type MessageDoc = z.infer<typeof messageDoc>;

/** Counted before it is parsed, because a parser follows any nesting. */
function isBounded(value: unknown): boolean {
  let [nodes, characters] = [0, 0];
  const within = (part: unknown, depth: number): boolean => {
    if (typeof part === 'string') characters += part.length;
    if (typeof part !== 'object' || part === null) return characters <= messageDocLimits.characters;
    nodes += 1;
    if (nodes > messageDocLimits.nodes || depth > messageDocLimits.depth) return false;
    return Object.values(part).every((one) => within(one, depth + 1));
  };
  return within(value, 0);
}

/** A message from outside. Issues: `too_large`, or what is wrong where. */
export const messageDocField = z.pipe(z.unknown().check(z.refine(isBounded, 'too_large')), messageDoc);

/** In the body of a call; null or left out: the message is plain text. */
export const optionalMessageDoc = z.optional(z.nullable(messageDocField));

/** Null: it is no message of ours. */
export const parseMessageDoc = (value: unknown): MessageDoc | null => messageDocField.safeParse(value).data ?? null;
