/** Numbers and decisions of the outbox. */
export type MailState = 'queued' | 'sent' | 'failed' | 'kept';

/** Tries at the mail server before a mail counts as failed; with the growing pause of jobs about half a day. */
export const MAIL_ATTEMPTS = 12;
/** Seconds for which a worker holds a mail while it talks to the mail server. */
export const CLAIM_SECONDS = 180;
/** Days after which the text of a mail is thrown away, and after which nothing is left of it. */
export const MAIL_TEXT_DAYS = 30;
export const MAIL_DAYS = 365;
export const NOTICE_DAYS = 180;
/** Colour of the button when the account has none of its own. */
export const MAIL_ACCENT = '#3b5bfd';

/** A mail server's refusal that another try will not change: the address is wrong (RFC 5321 §4.2.1, 5yz on RCPT). */
export const isFinal = (refusal: { command: string; code: number }): boolean =>
  refusal.command === 'RCPT TO' && refusal.code >= 500 && refusal.code < 600;

/** True for a path of this site that a notice may lead to. */
export const isLocalPath = (path: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(path);
