import { LIMITS } from '#protocol/messages.ts';
import { tellRoom } from '#server/members.ts';
import type { Engine, Meeting } from '#server/model.ts';
import { randomToken } from '#server/tokens.ts';
import { announce } from '#server/webhooks.ts';

/** Characters of the kept messages together: the history goes out in one frame, which must stay far below the limit for slow readers. */
const HISTORY_CHARACTERS = 200_000;

/** BBB's name of the chat that everybody reads. */
const PUBLIC_CHAT = 'MAIN-PUBLIC-GROUP-CHAT';

/** `from` is a member id, or `system`. */
export type Utterance = { meeting: Meeting; from: string; name: string; text: string };

/** Takes control characters and broken surrogates out of a text; line breaks and tabs stay. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cc}/gu, (character) => (character === '\n' || character === '\t' ? character : ''))
    .trim();
}

/** Says something to everybody in the room; the newest messages are kept for people who come late. Returns false for an empty text. */
export function say(engine: Engine, { meeting, from, name, text }: Utterance): boolean {
  const words = cleanText(text);
  if (words === '') return false;
  const message = { id: randomToken(12), from, name, text: words, at: engine.clock.now() };
  meeting.chat.push(message);
  forget(meeting);
  tellRoom(meeting, { t: 'chat', message });
  const sender = {
    'internal-user-id': from,
    'external-user-id': meeting.seats.get(from)?.pass.externalId ?? from,
    name,
    time: message.at,
  };
  announce(engine, meeting, {
    id: 'chat-group-message-sent',
    more: { 'chat-message': { id: message.id, message: words, sender }, 'chat-id': PUBLIC_CHAT },
  });
  return true;
}

function forget({ chat }: Meeting): void {
  let characters = chat.reduce((sum, { text }) => sum + text.length, 0);
  while (chat.length > LIMITS.chatHistory || characters > HISTORY_CHARACTERS) characters -= chat.shift()?.text.length ?? 0;
}
