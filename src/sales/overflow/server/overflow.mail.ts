import type { MailOut } from '#core/outbox/server/outbox.service.ts';

const folder = new URL('../text/', import.meta.url);

/** Mails about what does not fit a plan any more. They concern what somebody may use, so nobody turns them off. */
export const overflowMails = {
  begins: { name: 'overflow.begins', folder, key: 'begins' },
  soon: { name: 'overflow.soon', folder, key: 'soon' },
  rests: { name: 'overflow.rests', folder, key: 'rests' },
} as const satisfies Readonly<Record<string, MailOut['template']>>;
export type OverflowMail = keyof typeof overflowMails;
/** Where all of them lead. */
export const choicePath = '/my-subscriptions/over-limit';
