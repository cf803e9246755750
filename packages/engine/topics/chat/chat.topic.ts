import * as z from 'zod/mini';
import { defineTopic } from '#protocol/topic.ts';

/** Characters of a message. */
export const CHAT_LENGTH = 4_000;
/** What is kept for people who come late: so many messages, and so many characters together, as all of it goes out in one frame. */
const PUBLIC_KEPT = { messages: 200, characters: 200_000 };
/** Private messages of one writer: a flood of theirs costs nobody else a message. */
const PRIVATE_KEPT = { messages: 100, characters: 40_000 };
/** `from` of what a program said by the API. */
export const SYSTEM = 'system';

const text = z.string().check(z.minLength(1), z.maxLength(CHAT_LENGTH));
const messageId = z.string().check(z.maxLength(40));
const memberId = z.string().check(z.maxLength(80));
/** Only the writer and this person read it. The name is kept for when they have left. */
const privateTo = z.object({ id: z.string(), name: z.string() });

const message = z.object({
  id: z.string(),
  /** A member id, or `system`. */
  from: z.string(),
  name: z.string(),
  /** Empty once it was deleted. */
  text: z.string(),
  /** Epoch milliseconds of the engine. */
  at: z.number(),
  to: z.optional(privateTo),
  /** The message that it answers; it may be gone from the state. */
  replyTo: z.optional(z.string()),
  edited: z.optional(z.literal(true)),
  deleted: z.optional(z.enum(['by-writer', 'by-host'])),
});
export type ChatMessage = z.infer<typeof message>;
/** Oldest first. */
const state = z.array(message);
export type ChatState = z.infer<typeof state>;

const command = z.discriminatedUnion('do', [
  z.object({ do: z.literal('say'), text, replyTo: z.optional(messageId) }),
  // A command of its own: an engine from before private chat would say it to everybody, as it skips fields it does not know.
  z.object({ do: z.literal('say-privately'), to: memberId, text, replyTo: z.optional(messageId) }),
  z.object({ do: z.literal('edit'), id: messageId, text }),
  z.object({ do: z.literal('delete'), id: messageId }),
]);
export type ChatCommand = z.infer<typeof command>;

/** `to` of a change is that of the message. */
const event = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('said'),
    id: z.string(),
    name: z.string(),
    text: z.string(),
    to: z.optional(privateTo),
    replyTo: z.optional(z.string()),
  }),
  z.object({ is: z.literal('edited'), id: z.string(), text: z.string(), to: z.optional(privateTo) }),
  z.object({ is: z.literal('deleted'), id: z.string(), deletedBy: z.enum(['writer', 'host']), to: z.optional(privateTo) }),
]);
export type ChatEvent = z.infer<typeof event>;

type ShelfLimit = { counts(message: ChatMessage): boolean; messages: number; characters: number };

/** Drops the oldest of those that count. */
export function newestOf(messages: ChatState, { counts, ...left }: ShelfLimit): ChatState {
  const kept: ChatState = [];
  for (const one of messages.toReversed()) {
    if (counts(one)) {
      left.messages -= 1;
      left.characters -= one.text.length;
      if (left.messages < 0 || left.characters < 0) continue;
    }
    kept.push(one);
  }
  return kept.reverse();
}

function withMessage(messages: ChatState, said: ChatMessage): ChatState {
  const all = [...messages, said];
  if (said.to === undefined) return newestOf(all, { ...PUBLIC_KEPT, counts: ({ to }) => to === undefined });
  return newestOf(all, { ...PRIVATE_KEPT, counts: ({ to, from }) => to !== undefined && from === said.from });
}

const changeMessage = (messages: ChatState, id: string, change: Partial<ChatMessage>): ChatState =>
  messages.map((one) => (one.id === id ? { ...one, ...change } : one));

/** What people in the meeting write to everybody, and two of them to each other. */
export const chatTopic = defineTopic({
  name: 'chat',
  version: 1,
  command,
  event,
  // Enough for a fast writer, too little to bury the others; a character takes up to six bytes in JSON.
  budget: { perSecond: 2, burst: 10, bytes: 6 * CHAT_LENGTH + 400 },
  state,
  empty: [],
  reduce(messages: ChatState, { event, by, at }) {
    switch (event.is) {
      case 'said': {
        const { is: _is, ...said } = event;
        return withMessage(messages, { ...said, from: by ?? SYSTEM, at });
      }
      case 'edited':
        return changeMessage(messages, event.id, { text: event.text, edited: true });
      case 'deleted':
        return changeMessage(messages, event.id, { text: '', deleted: `by-${event.deletedBy}` });
    }
  },
});
