import type { MailOut } from '#core/outbox/server/outbox.service.ts';

const folder = new URL('../text/', import.meta.url);

/** Mails about rooms that others share or give. Both go out whether or not the address has an account. */
export const roomMails = {
  invitation: { name: 'rooms.invitation', folder, key: 'invitation', readers: 'strangers' },
  transfer: { name: 'rooms.transfer', folder, key: 'transfer', readers: 'strangers' },
} as const satisfies Readonly<Record<string, MailOut['template']>>;

/** Where both mails lead: the page on which invitations wait. */
export const invitationsPath = '/rooms/my-rooms';
