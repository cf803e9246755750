import type { MailOut } from '#core/outbox/server/outbox.service.ts';

/** To owners and makers: nothing is sent to an address any more that takes nothing. */
export const webhookMails = {
  failed: { name: 'webhooks.failed', folder: new URL('../text/', import.meta.url), key: 'webhookFailed' },
} as const satisfies Readonly<Record<string, MailOut['template']>>;
