import type { RichText } from './rich-text.ts';

/** Words of a mail that somebody wrote: `subject` is plain text with `{variable}` in it. */
export type MailWording = { subject: string; body: RichText };
