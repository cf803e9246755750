import type { MailTemplate } from '#core/outbox/server/outbox.service.ts';

const folder = new URL('../text/', import.meta.url);

/** Invitation and reminder of those who know the account are `core/templates`' own, which accounts word themselves. */
export const scheduleMails = {
  changed: { name: 'schedule.changed', folder, key: 'changed' },
  edited: { name: 'schedule.edited', folder, key: 'edited' },
  ended: { name: 'schedule.ended', folder, key: 'ended' },
  firstEnded: { name: 'schedule.firstEnded', folder, key: 'firstEnded', readers: 'strangers' },
  guestWrote: { name: 'schedule.guestWrote', folder, key: 'guestWrote' },
  cancelled: { name: 'schedule.cancelled', folder, key: 'cancelled' },
  first: { name: 'schedule.first', folder, key: 'first', readers: 'strangers' },
  firstChanged: { name: 'schedule.firstChanged', folder, key: 'firstChanged', readers: 'strangers' },
  firstCancelled: { name: 'schedule.firstCancelled', folder, key: 'firstCancelled', readers: 'strangers' },
} as const satisfies Readonly<Record<string, MailTemplate>>;

const templates = new URL('../../../core/templates/text/', import.meta.url);
export const meetingInvitation: MailTemplate = { name: 'meeting.invitation', folder: templates, key: 'meetingInvitation' };
export const meetingReminder: MailTemplate = { name: 'meeting.reminder', folder: templates, key: 'meetingReminder' };
