import type { MailTemplate } from '#core/outbox/server/outbox.service.ts';

const folder = new URL('../text/', import.meta.url);
export const mailboxMails = {
  letter: { name: 'mailbox.letter', folder, key: 'letter' },
} as const satisfies Readonly<Record<string, MailTemplate>>;
