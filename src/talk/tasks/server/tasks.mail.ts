import type { MailTemplate } from '#core/outbox/server/outbox.service.ts';

const folder = new URL('../text/', import.meta.url);
export const taskMails = {
  assigned: { name: 'tasks.assigned', folder, key: 'assigned' },
  mentioned: { name: 'tasks.mentioned', folder, key: 'mentioned' },
  due: { name: 'tasks.due', folder, key: 'due' },
} as const satisfies Readonly<Record<string, MailTemplate>>;
