import { Failure } from '#kit/errors.ts';
import type { MessageDoc } from '#kit/message-doc.contract.ts';
import { cleanText, messageText, nameMentions } from '#kit/message-text.ts';

export type MessageContent = { body: string; doc: MessageDoc | null };
type GivenMessage = { text: string; doc?: MessageDoc | null | undefined };
/**
 * What is stored of a message: `body` is derived from the document where there is one.
 * Throws `invalid_input` with `body.text`: `too_long` (more than `maxLength` letters).
 */
export function messageContent({ text, doc = null }: GivenMessage, maxLength: number): MessageContent {
  const body = cleanText(doc === null ? text : messageText(doc));
  if (body.length > maxLength) throw new Failure('invalid_input', { fields: { 'body.text': 'too_long' } });
  return { body, doc: body === '' ? null : doc };
}
/** The same of one that must say something: control characters alone are no text. Throws `invalid_input` with `too_short`, too. */
export function requireMessage(given: GivenMessage, maxLength: number): MessageContent {
  const content = messageContent(given, maxLength);
  if (content.body === '') throw new Failure('invalid_input', { fields: { 'body.text': 'too_short' } });
  return content;
}
/** The same with the names of those who may be mentioned, by user id: nobody puts another name on somebody. Mentions of others become plain text. */
export function withMentionNames({ body, doc }: MessageContent, names: ReadonlyMap<string, string>): MessageContent {
  if (doc === null) return { body, doc };
  const named = nameMentions(doc, names);
  return { body: cleanText(messageText(named)), doc: named };
}
