import type { MailTemplate } from '#core/outbox/server/outbox.service.ts';

const folder = new URL('../text/', import.meta.url);
const own = (key: string): MailTemplate => ({ name: `admin.${key}`, folder, key });

/** Mails to owners about their account. */
export const adminMails = {
  suspended: own('suspended'),
  reopened: own('reopened'),
  acting: own('acting'),
} as const;
