import type { MailTemplate } from '#core/outbox/server/outbox.service.ts';

const folder = new URL('../text/', import.meta.url);
export const ticketMails = {
  received: { name: 'ticket.received', folder, key: 'received' },
  unverified: { name: 'ticket.unverified', folder, key: 'unverified', readers: 'strangers' },
} as const satisfies Readonly<Record<string, MailTemplate>>;

/** The text of `core/templates`, which the operator may word. */
export const ticketAnswerMail: MailTemplate = {
  name: 'ticket.answer',
  folder: new URL('../../../core/templates/text/', import.meta.url),
  key: 'ticketAnswer',
};
