/**
 * What incoming mail tells others. `unsubscribeRequested`: id of the subscriber, token of the newsletter's link or null. `replied`: id of what
 * the signed address is about; `supportAsked` has none. Both carry the letter: from, fromName, subject, text, calendar (the part
 * `text/calendar`, or null), messageId, references (separated by spaces), files (JSON, `letterFiles`).
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
  from: z.string(),
  fromName: z.string(),
  subject: z.string(),
  text: z.string(),
  calendar: z.nullable(z.string()),
  messageId: z.string(),
  references: z.string(),
  files: z.string(),
});
export type InboundLetter = z.infer<typeof letter>;
export const letterIn = (data: unknown): InboundLetter => z.parse(letter, data);
export const letterFiles = (files: string): z.infer<typeof letterFile>[] => z.parse(z.array(letterFile), JSON.parse(files));
