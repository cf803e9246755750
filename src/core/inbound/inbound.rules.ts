/** Numbers and decisions of incoming mail. */
export const messageStates = ['waiting', 'handled', 'ignored', 'failed'] as const;
export type MessageState = (typeof messageStates)[number];
export type MessageVia = 'smtp' | 'imap';
/** `support`: to the address that everybody knows; all others are signed. */
export type InboundKind = 'bounce' | 'unsubscribe' | 'reply' | 'support';
/** Why a message was ignored, or failed. */
export const ignoredReasons = [
  'unknown_address',
  'loop',
  'not_a_report',
  'delayed',
  'unknown_mail',
  'no_reader',
  // said by those who hear of it
  'unknown_sender',
  'not_theirs',
  'over',
  'automatic',
  'no_room',
  'too_large',
  'unreadable',
  'gave_up',
] as const;
export type IgnoredReason = (typeof ignoredReasons)[number];

export const inboundLimits = {
  bytes: 10 * 1024 * 1024,
  /** Bytes of all messages that come in at a moment, in a process. */
  bytesAtOnce: 100 * 1024 * 1024,
  recipients: 10,
  connections: 50,
  connectionsPerAddress: 10,
  /** Messages of a mailbox that are taken in one round. */
  perRound: 100,
  keptDays: 90,
  /** Letters of its text that are passed on, files of a message, and days for which these are kept for those who hear of it: longer than the original, so that none goes before its letter. */
  text: 100_000,
  files: 10,
  filesKeptDays: 15,
  /** Days for which the sealed original is kept. */
  originalDays: 14,
  /** Days for which a message is tried. */
  triedDays: 7,
  /** Letters of a sender to tickets and invitations. */
  fromSender: { max: 20, windowSeconds: 3_600 },
  /** Bytes of headers that are looked at before a message is read. */
  headers: 256 * 1024,
} as const;

/** The token of a newsletter's link behind the word, as `List-Unsubscribe` asks for it in the subject; null: there is none. */
export function tokenInSubject(subject: string): string | null {
  const words = subject.slice(0, 2_000).trim().split(/\s+/);
  const [before = '', token = ''] = words.slice(-2);
  return /^unsubscribe$/i.test(before) && /^[\w-]{20,400}$/.test(token) ? token : null;
}

/** An answer to an invitation (RFC 5546), which is read and not kept as a file. */
export const isCalendarAnswer = (calendar: string): boolean =>
  /^METHOD:(?:REPLY|COUNTER|REFRESH|DECLINECOUNTER)\s{0,10}$/im.test(calendar);
