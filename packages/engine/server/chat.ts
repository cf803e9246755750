import { LIMITS } from '#protocol/messages.ts';
import { tellRoom } from '#server/members.ts';
import type { Engine, Meeting } from '#server/model.ts';
import { randomToken } from '#server/tokens.ts';

export type Utterance = { meeting: Meeting; /** Member id, or `system`. */ from: string; name: string; text: string };

/** Takes control characters out of a text; line breaks and tabs stay. */
export function cleanText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '').trim();
}

/** Says something to everybody in the room; the newest messages are kept for people who come late. Returns false for an empty text. */
export function say(engine: Engine, { meeting, from, name, text }: Utterance): boolean {
  const words = cleanText(text);
  if (words === '') return false;
  const message = { id: randomToken(12), from, name, text: words, at: engine.clock.now() };
  meeting.chat.push(message);
  if (meeting.chat.length > LIMITS.chatHistory) meeting.chat.shift();
  tellRoom(meeting, { t: 'chat', message });
  return true;
}
