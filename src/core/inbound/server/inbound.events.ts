/**
 * What incoming mail tells others. `unsubscribeRequested`: id of the subscriber, token of the newsletter's link or null, and `original` as in a letter. `replied`: id of what
 * the signed address is about; `supportAsked` has none. Both carry the letter (`InboundLetter`).
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

export const inboundEvents = {
  unsubscribeRequested: 'inbound.unsubscribe-requested',
  replied: 'inbound.replied',
  supportAsked: 'inbound.support-asked',
} as const;

/** `stored`: name of its bytes in the file store until it is deleted; `readLetterFile` opens it. */
const letterFile = z.object({ stored: z.string(), name: z.string(), bytes: z.number() });
/** Tries of who acts on a letter: about six days, as mail servers try, and fewer than its files and its original are kept. */
export const letterRetries = 45;

const letter = z.object({
  /** Id of the message in `inbound_messages`: `noteIgnored` and `openOriginal` take it. */
  original: z.string(),
  from: z.string(),
  fromName: z.string(),
  subject: z.string(),
  /** What its writer wrote, without quotations. */
  text: z.string(),
  /** All of its words; the same as `text` where nothing was cut. */
  wholeText: z.string(),
  /** The part `text/calendar`. */
  calendar: z.nullable(z.string()),
  messageId: z.string(),
  /** Separated by spaces. */
  references: z.string(),
  /** JSON, `letterFiles`. */
  files: z.string(),
  /** JSON, `letterLeftOut`. */
  leftOut: z.string(),
  /** Written by a program (RFC 3834 and what programs write instead): its words ask for nothing. */
  automatic: z.boolean(),
  /** SPF or DKIM say that the domain of `from` sent it. */
  verified: z.boolean(),
});
export type InboundLetter = z.infer<typeof letter>;
/** What a version before wrote into the queue lacks some of it. */
const queuedLetter = z.extend(letter, {
  original: z._default(z.nullable(z.string()), null),
  wholeText: z._default(z.nullable(z.string()), null),
  leftOut: z._default(z.string(), '[]'),
  automatic: z._default(z.boolean(), false),
  verified: z._default(z.boolean(), false),
});
/** Always the same one, so that the letter is still taken once; it is of no message, as nothing else of that one is known. */
const idOfMessage = (messageId: string): string =>
  createHash('sha256')
    .update(messageId)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
export function letterIn(data: unknown): InboundLetter {
  const { original, wholeText, ...queued } = z.parse(queuedLetter, data);
  return { ...queued, original: original ?? idOfMessage(queued.messageId), wholeText: wholeText ?? queued.text };
}
export const letterFiles = (files: string): z.infer<typeof letterFile>[] => z.parse(z.array(letterFile), JSON.parse(files));
/** Parts of the mail that are not among the files, and why. */
const leftOutPart = z.object({ name: z.string(), why: z.enum(['too_many', 'too_large', 'unreadable']) });
export type LeftOutPart = z.infer<typeof leftOutPart>;
export const unreadableMail: LeftOutPart = { name: 'message.eml', why: 'unreadable' };
export const letterLeftOut = (leftOut: string): LeftOutPart[] => z.parse(z.array(leftOutPart), JSON.parse(leftOut));
