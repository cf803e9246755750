import type { MailTemplate } from '#core/outbox/server/outbox.service.ts';

const folder = new URL('../text/', import.meta.url);
/** Answers themselves are `ticket.answer` of `core/templates`. */
export const ticketMails = {
  received: { name: 'ticket.received', folder, key: 'received' },
} as const satisfies Readonly<Record<string, MailTemplate>>;
