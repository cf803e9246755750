import type { MailOut } from '#core/outbox/server/outbox.service.ts';

const folder = new URL('../text/', import.meta.url);

/** Mails about what does not fit a plan any more. They concern what somebody may use, so nobody turns them off. */
export const overflowMails = {
  begins: { name: 'overflow.begins', folder, key: 'begins' },
  soon: { name: 'overflow.soon', folder, key: 'soon' },
  rests: { name: 'overflow.rests', folder, key: 'rests' },
} as const satisfies Readonly<Record<string, MailOut['template']>>;
export type OverflowMail = keyof typeof overflowMails;
/** The same beside the bell; their words are in the outbox's texts. */
export const overflowNotices = {
  begins: 'overflowBegins',
  soon: 'overflowSoon',
  rests: 'overflowRests',
} as const satisfies Readonly<Record<OverflowMail, string>>;
/** Where all of them lead. */
export const choicePath = '/my-subscriptions/over-limit';
