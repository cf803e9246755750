import type { MailTemplate } from '#core/outbox/server/outbox.service.ts';

export const newsletterTextFolder = new URL('../text/', import.meta.url);
const own = (key: string): MailTemplate => ({ name: `newsletter.${key}`, folder: newsletterTextFolder, key });

/** Mails about a subscription; campaigns are rendered by `campaign.mail.ts`. */
export const newsletterMails = {
  confirm: own('confirm'),
  welcome: own('welcome'),
  preferences: own('preferences'),
} as const;
