import type { MailTemplate } from './render.mail.ts';

const folder = new URL('../text/', import.meta.url);
const own = (key: string): MailTemplate => ({ name: `account.${key}`, folder, key });

/** Mails about a person's own account. The values that each needs stand in its words. */
export const accountMails = {
  verifyEmail: own('verifyEmail'),
  alreadyRegistered: own('alreadyRegistered'),
  invitation: own('invitation'),
  resetPassword: own('resetPassword'),
  passwordChanged: own('passwordChanged'),
  proveEmail: own('proveEmail'),
  emailChanging: own('emailChanging'),
  emailChanged: own('emailChanged'),
  approvalPending: own('approvalPending'),
  approved: own('approved'),
  newDevice: own('newDevice'),
  manyFailures: own('manyFailures'),
  factorsChanged: own('factorsChanged'),
  sessionsRevoked: own('sessionsRevoked'),
  digest: own('digest'),
} as const;
export type AccountMail = keyof typeof accountMails;
