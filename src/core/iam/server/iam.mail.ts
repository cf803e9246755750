import type { MailOut } from '#core/outbox/server/outbox.service.ts';

export const iamMails = {
  invitation: { name: 'iam.invitation', folder: new URL('../text/', import.meta.url), key: 'invitation', readers: 'strangers' },
} as const satisfies Readonly<Record<string, MailOut['template']>>;

/** Where invitations wait for those who have an account here. */
export const myGroupsPath = '/users/groups/my-groups';
