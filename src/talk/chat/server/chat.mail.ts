import type { MailTemplate } from '#core/outbox/server/outbox.service.ts';

const folder = new URL('../text/', import.meta.url);
export const chatMails = {
  waiting: { name: 'chat.waiting', folder, key: 'waiting' },
} as const satisfies Readonly<Record<string, MailTemplate>>;
