import type { Locale } from '#kit/facts.ts';
import { fillOf } from '#kit/colour.ts';
import type { MailWording } from '#kit/mail-wording.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { lookOfAccount } from '#core/accounts/server/look.service.ts';
import { MAIL_ACCENT } from '../outbox.rules.ts';
import { siteUrl } from './outbox.service.ts';
import { type MailTemplate, type RenderedMail, renderMail } from './render.mail.ts';
import type { MailData } from './words.service.ts';

/** `wording` null: the built-in words. */
export type MailSample = { template: MailTemplate; locale: Locale; wording: MailWording | null; data: MailData };

/** A mail with sample values, as the reader's account would send it. Nothing is written or sent. */
export async function previewMail(ctx: Ctx, sample: MailSample): Promise<RenderedMail> {
  const site = siteUrl(ctx);
  const { actor } = ctx;
  const look = actor.kind === 'user' ? await lookOfAccount(ctx.db.read, actor.accountId) : null;
  return renderMail({
    ...sample,
    to: actor.kind === 'user' ? actor.email : '',
    link: `${site}/`,
    site: new URL(site).host,
    base: `${site}/`,
    accent: fillOf(look?.accent ?? MAIL_ACCENT),
    footer: look?.footer ?? null,
  });
}
