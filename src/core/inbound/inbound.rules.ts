/** Numbers and decisions of incoming mail. */
export const messageStates = ['waiting', 'handled', 'ignored', 'failed'] as const;
export type MessageState = (typeof messageStates)[number];
export type MessageVia = 'smtp' | 'imap';
/** `support`: to the address that everybody knows; all others are signed. */
export type InboundKind = 'bounce' | 'unsubscribe' | 'reply' | 'support';
/** Why a message was ignored, or failed. */
export type IgnoredReason =
  | 'unknown_address'
  | 'loop'
  | 'not_a_report'
  | 'delayed'
  | 'unknown_mail'
  | 'no_reader'
  // said by those who hear of it
  | 'unknown_sender'
  | 'not_theirs'
  | 'over'
  | 'automatic'
  | 'too_large'
  | 'unreadable'
  | 'gave_up';

export const inboundLimits = {
  bytes: 10 * 1024 * 1024,
  /** Bytes of all messages that come in at a moment, in a process. */
  bytesAtOnce: 100 * 1024 * 1024,
  recipients: 10,
  connections: 50,
  connectionsPerAddress: 10,
  /** Messages of a mailbox that are read in one round. */
  perRound: 100,
  keptDays: 90,
  /** Letters of its text that are passed on, files of a message, and days for which these are kept for those who hear of it. */
  text: 100_000,
  files: 10,
  filesKeptDays: 8,
  /** Days for which a message is tried. */
  triedDays: 7,
} as const;

type MailHeader = { key: string; value: string };
const headerOf = (headers: readonly MailHeader[], name: string): string | undefined =>
  headers.find((one) => one.key === name)?.value.trim();

/**
 * Whether a program wrote it, so that it asks for nothing (RFC 3834 §2). `ourHost`: a mail of ours that comes back bears it in its
 * Message-ID. Not for bounces, which programs write.
 */
export function isLoop(headers: readonly MailHeader[], ourHost: string): boolean {
  const [automatic = 'no', precedence = ''] = [headerOf(headers, 'auto-submitted'), headerOf(headers, 'precedence')];
  if (!/^no\b/i.test(automatic) || /^(bulk|list|junk)\b/i.test(precedence)) return true;
  if (headerOf(headers, 'return-path') === '<>' || headerOf(headers, 'x-loop') !== undefined) return true;
  const [, host] = /^<[0-9a-f-]{36}@([^>]+)>$/i.exec(headerOf(headers, 'message-id') ?? '') ?? [];
  return host?.toLowerCase() === ourHost.toLowerCase();
}

/** The token of a newsletter's link behind the word, as `List-Unsubscribe` asks for it in the subject; null: there is none. */
export const tokenInSubject = (subject: string): string | null =>
  /\bunsubscribe\s+([\w-]{20,400})\s*$/i.exec(subject)?.[1] ?? null;
