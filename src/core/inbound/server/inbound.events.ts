/**
 * What incoming mail tells others. `unsubscribeRequested`: id of the subscriber, token of the newsletter's link or null, and `original` as in a letter. `replied`: id of what
 * the signed address is about; `supportAsked` has none. Both carry the letter (`InboundLetter`).
 */
import * as z from 'zod/mini';

export const inboundEvents = {
  unsubscribeRequested: 'inbound.unsubscribe-requested',
  replied: 'inbound.replied',
  supportAsked: 'inbound.support-asked',
} as const;

/** `stored`: name of its bytes in the file store for some days. */
const letterFile = z.object({ stored: z.string(), name: z.string(), bytes: z.number() });
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
export const letterIn = (data: unknown): InboundLetter => z.parse(letter, data);
export const letterFiles = (files: string): z.infer<typeof letterFile>[] => z.parse(z.array(letterFile), JSON.parse(files));
/** Parts of the mail that are not among the files, and why. */
const leftOutPart = z.object({ name: z.string(), why: z.enum(['too_many', 'too_large', 'unreadable']) });
export type LeftOutPart = z.infer<typeof leftOutPart>;
export const letterLeftOut = (leftOut: string): LeftOutPart[] => z.parse(z.array(leftOutPart), JSON.parse(leftOut));
