import type { MailTemplate } from '#core/outbox/server/outbox.service.ts';
import type { TemplateEditors, TemplateKind } from '../templates.rules.ts';

/** A text that can be changed. */
export type TemplateSource = MailTemplate & { kind: TemplateKind; editors: TemplateEditors };
export type TemplateCatalog = readonly TemplateSource[];

const folder = new URL('../text/', import.meta.url);

/** Texts that no other domain has: each is in a mail or a room of somebody else's making. */
const ownTemplates: TemplateCatalog = [
  { name: 'meeting.invitation', folder, key: 'meetingInvitation', kind: 'mail', editors: 'accounts' },
  { name: 'meeting.reminder', folder, key: 'meetingReminder', kind: 'mail', editors: 'accounts' },
  { name: 'room.welcome', folder, key: 'roomWelcome', kind: 'block', editors: 'accounts' },
  { name: 'ticket.answer', folder, key: 'ticketAnswer', kind: 'mail', editors: 'operator' },
  { name: 'newsletter.block', folder, key: 'newsletterBlock', kind: 'block', editors: 'operator' },
];

/** Labels of variables, and sample values that are words; both stand beside the mails, so that no browser loads them. */
export const variableLabels = { folder, key: 'variables' };
export const sampleWords = { folder, key: 'samples' };

/** Mails that sign somebody in or carry words of others to strangers are the operator's alone, like all that the product sends by itself. */
export const catalogOf = (mails: readonly MailTemplate[]): TemplateCatalog => [
  ...ownTemplates,
  ...mails.map((mail) => ({ ...mail, kind: 'mail' as const, editors: 'operator' as const })),
];
