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

/**
 * Whether a reader of the outbox may open the text of a mail: `gone` once it was sent or is too old, `withheld` while there is a mail server to
 * send it, `owner-only` for staff.
 */
export const textAccesses = ['readable', 'owner-only', 'withheld', 'gone'] as const;
export type TextAccess = (typeof textAccesses)[number];
export function textAccess(mail: { text: 'stored' | 'gone'; mailServer: 'set' | 'none'; role: string | null }): TextAccess {
  if (mail.text === 'gone') return 'gone';
  if (mail.mailServer === 'set') return 'withheld';
  return mail.role === 'owner' ? 'readable' : 'owner-only';
}

/** A mail server's refusal that another try will not change: the address is wrong (RFC 5321 §4.2.1, 5yz on RCPT). */
export const isFinal = (refusal: { command: string; code: number }): boolean =>
  refusal.command === 'RCPT TO' && refusal.code >= 500 && refusal.code < 600;

/** `soft`: the next mail may get through; `complaint`: it did, and its reader called it unwanted. */
export type MailBounce = 'hard' | 'soft' | 'complaint';
/**
 * By the enhanced status of RFC 3463. Only what says that there is no such mailbox or domain gives an address up: a full mailbox (5.2.2), a policy
 * (5.7.x), a system in trouble, a loop or a wait that was too long (5.3.x, 5.4.x) and what is wrong with our mail (5.1.7, 5.6.x) say nothing of it.
 */
export const bounceOfStatus = (status: string): MailBounce =>
  /^5\.(?:0\.|1\.(?![78]$)|2\.[01]$|3\.0$|4\.(?:1|4|310)$|5\.0$)/.test(status) ? 'hard' : 'soft';
/** The first enhanced status in what a mail server said; no address of a machine counts as one. */
export const statusIn = (text: string): string | null => /(?<![\w.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/.exec(text)?.[1] ?? null;

/** Headers that a mail may have beside those of every mail. */
export const mailHeaderNames = [
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'List-Id',
  'References',
  'In-Reply-To',
  'Auto-Submitted',
] as const;
export type MailHeaders = Partial<Record<(typeof mailHeaderNames)[number], string>>;
/** RFC 5322 §2.1.1: a line has at most 998 characters, and a header stays on one line because relays that fold it break its signature. */
const HEADER_MAX = 900;
/** Refuses line ends, by which a value would add headers of its own, and all that would need an encoding. */
export const isHeaderValue = (value: string): boolean =>
  value.length <= HEADER_MAX && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value);

/** True for a path of this site that a notice may lead to. */
export const isLocalPath = (path: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(path);

/**
 * What a person may choose about: the notices and mails of each topic. Everything else always goes out, above all what concerns signing in, and
 * what guests write, as no other screen shows it.
 */
export const noticeTopics = {
  roomInvitation: { notices: ['roomInvitation'], mails: ['rooms.invitation'], of: 'all' },
  roomTransfer: { notices: ['roomTransfer'], mails: ['rooms.transfer'], of: 'all' },
  scheduledMeeting: {
    notices: ['meetingInvited', 'meetingChanged', 'meetingCancelled', 'meetingAnswered'],
    mails: ['meeting.invitation', 'meeting.reminder', 'schedule.changed', 'schedule.cancelled', 'schedule.guestWrote'],
    of: 'all',
  },
  recordingExpiring: { notices: ['recordingExpiring'], mails: [], of: 'all' },
  limits: { notices: ['limitNear', 'limitReached'], mails: ['usage.limitNear', 'usage.limitReached'], of: 'all' },
  ticketAnswered: { notices: ['ticketAnswered'], mails: ['ticket.answer', 'ticket.received'], of: 'all' },
  letterReceived: { notices: ['letterReceived'], mails: ['mailbox.letter'], of: 'all' },
  ticketWaiting: { notices: ['ticketOpened', 'ticketReplied'], mails: [], of: 'sellers' },
  chatWaiting: { notices: ['chatWaiting'], mails: ['chat.waiting'], of: 'all' },
  taskForMe: { notices: ['taskAssigned', 'taskMentioned'], mails: ['tasks.assigned', 'tasks.mentioned'], of: 'all' },
  taskDue: { notices: ['taskDue'], mails: ['tasks.due'], of: 'all' },
  accountWaiting: { notices: ['accountWaiting'], mails: [], of: 'operator' },
} as const satisfies Readonly<
  Record<string, { notices: readonly string[]; mails: readonly string[]; of: 'all' | 'sellers' | 'operator' }>
>;
export type NoticeTopic = keyof typeof noticeTopics;
export const isNoticeTopic = (name: string): name is NoticeTopic => Object.hasOwn(noticeTopics, name);
const topics: readonly NoticeTopic[] = Object.keys(noticeTopics).filter(isNoticeTopic);
/** The topics that can ever concern somebody in an account of this kind. */
export const topicsFor = (accountKind: string): NoticeTopic[] =>
  topics.filter((topic) => {
    const { of } = noticeTopics[topic];
    return of === 'all' || accountKind === 'operator' || (of === 'sellers' && accountKind === 'vendor');
  });
const holding = (list: readonly string[], name: string): boolean => list.includes(name);
/** The topic that a notice or a mail belongs to; null = nobody may turn it off. */
export const topicOf = (kind: 'notices' | 'mails', name: string): NoticeTopic | null =>
  topics.find((topic) => holding(noticeTopics[topic][kind], name)) ?? null;
export const hasMail = (topic: NoticeTopic): boolean => noticeTopics[topic].mails.length > 0;

export const digests = ['off', 'daily'] as const;
export type DigestKind = (typeof digests)[number];
export const DIGEST_HOURS = 24;

const namesTo = 60;
/** What somebody called themselves or a thing, for people who do not know them: cut, on one line, and nothing that a mail program makes a link of. */
export function nameForStrangers(name: string): string {
  const letters = [
    ...name
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim()
      .replaceAll('://', ' ')
      .replace(/([.@\u3002\uff0e])(?=[\p{L}\p{N}])/gu, '$1 '),
  ];
  return letters.length > namesTo ? `${letters.slice(0, namesTo - 1).join('')}…` : letters.join('');
}
