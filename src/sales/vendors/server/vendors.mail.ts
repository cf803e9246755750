import type { MailOut } from '#core/outbox/server/outbox.service.ts';

const folder = new URL('../text/', import.meta.url);
const own = (key: string) => ({ name: `vendors.${key}`, folder, key });

/** Mails around vendors: to the operator, to the vendor about its standing, and to holders who lose a host name. */
export const vendorMails = {
  applied: own('applied'),
  standing: own('standing'),
  hostLost: own('hostLost'),
} as const satisfies Readonly<Record<string, MailOut['template']>>;
