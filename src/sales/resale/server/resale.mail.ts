import type { MailOut } from '#core/outbox/server/outbox.service.ts';

/** Mails to the owners of a vendor: `statement`, that a month was settled. */
export const resaleMails = {
  statement: { name: 'resale.statement', folder: new URL('../text/', import.meta.url), key: 'statement' },
} as const satisfies Readonly<Record<string, MailOut['template']>>;
