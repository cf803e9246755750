import type { MailOut } from '#core/outbox/server/outbox.service.ts';

const folder = new URL('../text/', import.meta.url);
const own = (key: string) => ({ name: `vendors.${key}`, folder, key });

/** Mails around vendors: to the operator, and to the vendor about its standing. */
export const vendorMails = {
  applied: own('applied'),
  standing: own('standing'),
} as const satisfies Readonly<Record<string, MailOut['template']>>;
