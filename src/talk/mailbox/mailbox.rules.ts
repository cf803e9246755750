/** The mailbox of one person in one account: places, kinds, marks and limits. */
import { oneLineOf } from '#talk/tickets/tickets.rules.ts';

export const mailPlaces = ['inbox', 'archive', 'sent', 'draft', 'bin'] as const;
export type MailPlace = (typeof mailPlaces)[number];
/** What a list shows: a place, what is starred, or all that is neither a draft nor in the bin. */
export const mailLists = [...mailPlaces, 'starred', 'all'] as const;
export type MailList = (typeof mailLists)[number];
export const mailKinds = ['meetings', 'tickets', 'invoices', 'recordings', 'news', 'people', 'account'] as const;
export type MailKind = (typeof mailKinds)[number];

/**
 * Kinds by the names of templates, or by their beginnings. What is not named here is never copied: mails that prove an address, set a password
 * or sign somebody in open doors, and belong into the mail program of their reader alone.
 */
const copied: readonly (readonly [beginning: string, kind: MailKind])[] = [
  ['meeting.', 'meetings'],
  ['schedule.', 'meetings'],
  ['rooms.', 'meetings'],
  ['room.', 'meetings'],
  ['ticket.', 'tickets'],
  ['billing.', 'invoices'],
  ['overflow.', 'invoices'],
  ['resale.statement', 'invoices'],
  ['recordings.', 'recordings'],
  ['newsletter.campaign', 'news'],
  ['usage.', 'account'],
  ['webhooks.failed', 'account'],
  ['admin.', 'account'],
  ['account.approved', 'account'],
];
/** Null: such a mail is not copied. */
export const kindOfTemplate = (template: string): MailKind | null =>
  copied.find(([beginning]) => template === beginning || (beginning.endsWith('.') && template.startsWith(beginning)))?.[1] ??
  null;

export const mailMarks = ['read', 'unread', 'star', 'unstar', 'archive', 'inbox', 'bin', 'restore', 'label', 'unlabel'] as const;
export type MailMark = (typeof mailMarks)[number];
/** What takes a mark back. */
export const oppositeMark = (mark: MailMark): MailMark =>
  (
    ({
      read: 'unread',
      unread: 'read',
      star: 'unstar',
      unstar: 'star',
      archive: 'inbox',
      inbox: 'archive',
      bin: 'restore',
      restore: 'bin',
      label: 'unlabel',
      unlabel: 'label',
    }) as const
  )[mark];

/** What a mail may be about, as it is now. */
export const mailThings = ['ticket', 'invoice', 'meeting', 'recording'] as const;
export type MailThingKind = (typeof mailThings)[number];
/** What can be done with it, as buttons of the mail. */
export const mailActs = ['pay', 'join', 'play'] as const;
export const mailReplies = ['ticket', 'invitation', 'person'] as const;
export type MailReplyWay = (typeof mailReplies)[number];
export const invitationAnswers = ['yes', 'maybe', 'no'] as const;
export type InvitationAnswer = (typeof invitationAnswers)[number];

export const mailLimits = {
  subject: 200,
  text: 20_000,
  recipients: 20,
  files: 10,
  search: 100,
  marks: 100,
  labels: 30,
  labelName: 40,
  /** Labels of one mail. */
  labelled: 10,
  hues: 8,
  drafts: 200,
  /** Unread mails are counted up to here. */
  unread: 100,
  snippet: 160,
  binDays: 30,
  /** For so long a sent mail can be taken back. */
  undoSeconds: 10,
  send: { max: 30, windowSeconds: 3_600 },
  save: { max: 1_200, windowSeconds: 3_600 },
} as const;

export const snippetOf = (text: string): string => oneLineOf(text, mailLimits.snippet);

/** A mailbox is read by its person alone: who acts for them has their permissions, and yet no look into it. */
export const isReaderOfMailbox = ({ scope, acting }: { scope: readonly string[]; acting: 'self' | 'other' }): boolean =>
  acting === 'self' && scope.includes('mailbox.use');
