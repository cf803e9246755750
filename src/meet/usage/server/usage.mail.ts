import type { MailOut } from '#core/outbox/server/outbox.service.ts';

const folder = new URL('../text/', import.meta.url);

/** Mails about limits. Each has a topic in the notification settings. */
export const limitMails = {
  near: { name: 'usage.limitNear', folder, key: 'limitNear' },
  reached: { name: 'usage.limitReached', folder, key: 'limitReached' },
} as const satisfies Readonly<Record<string, MailOut['template']>>;
