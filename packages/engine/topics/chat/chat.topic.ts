import * as z from 'zod/mini';
import { defineTopic } from '#protocol/topic.ts';

/** Characters of a message. */
export const CHAT_LENGTH = 4_000;
/** What is kept for people who come late: so many messages, and so many characters together, as all of it goes out in one frame. */
const KEPT = { messages: 200, characters: 200_000 };
/** `from` of what a program said by the API. */
export const SYSTEM = 'system';

const text = z.string().check(z.minLength(1), z.maxLength(CHAT_LENGTH));
/** `from`: a member id, or `system`. `at`: epoch milliseconds of the engine. */
const message = z.object({ id: z.string(), from: z.string(), name: z.string(), text: z.string(), at: z.number() });
export type ChatMessage = z.infer<typeof message>;
/** Oldest first. */
const state = z.array(message);
export type ChatState = z.infer<typeof state>;

function kept(messages: ChatState): ChatState {
  let characters = messages.reduce((sum, one) => sum + one.text.length, 0);
  let first = Math.max(0, messages.length - KEPT.messages);
  for (const one of messages.slice(0, first)) characters -= one.text.length;
  for (; characters > KEPT.characters; first += 1) characters -= messages[first]?.text.length ?? 0;
  return messages.slice(first);
}

/** What everybody in the meeting reads. */
export const chatTopic = defineTopic({
  name: 'chat',
  version: 1,
  command: z.object({ do: z.literal('say'), text }),
  event: z.object({ is: z.literal('said'), id: z.string(), name: z.string(), text: z.string() }),
  // Enough for a fast writer, too little to bury the others; a character takes up to six bytes in JSON.
  budget: { perSecond: 2, burst: 10, bytes: 6 * CHAT_LENGTH + 100 },
  state,
  empty: [],
  reduce: (messages: ChatState, { event: { id, name, text }, by, at }) =>
    kept([...messages, { id, from: by ?? SYSTEM, name, text, at }]),
});
