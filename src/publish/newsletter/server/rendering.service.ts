/** A campaign's mails: rendered for previews, for a test to oneself, and for its subscribers. */
import type { ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import { fillOf } from '#kit/colour.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findOperatorAccount } from '#core/accounts/server/accounts.service.ts';
import { lookOfAccount } from '#core/accounts/server/look.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { MAIL_ACCENT } from '#core/outbox/outbox.rules.ts';
import { queueMails } from '#core/outbox/server/bulk-mail.service.ts';
import { hasMailServer } from '#core/platform/server/platform.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { postPath } from '#publish/blog/blog-address.rules.ts';
import { embedsOf } from '#publish/blog/server/embeds.service.ts';
import { picturesOf } from '#publish/blog/server/pictures.service.ts';
import { nameIn } from '#publish/blog/category-names.rules.ts';
import type { CampaignDetail, newsletterCampaignsCalls } from '../campaigns.contract.ts';
import { type CampaignRenderer, campaignRenderer } from './campaign.mail.ts';
import { viewCampaign } from './campaign-view.service.ts';
import { campaignById, lockCampaign, setCampaign, textsOf } from './campaigns.queries.ts';
import { preferencesPath } from './links.service.ts';
import { listById } from './lists.queries.ts';
import { newsletterEditorOf } from './newsletter-editor.service.ts';
import type { CampaignRow, CampaignTextRow } from './newsletter.table.ts';

const isWritten = (text: CampaignTextRow): boolean => text.subject.trim() !== '' && text.words > 0;

/** A renderer for each language that is written; incomplete ones are left out. */
export async function renderersOf(ctx: Ctx, db: Db, row: CampaignRow): Promise<Map<Locale, CampaignRenderer>> {
  const [texts, list, operator] = [await textsOf(db, row.id), await listById(db, row.listId), await findOperatorAccount(db)];
  const look = operator === null ? null : await lookOfAccount(db, operator.id);
  const url = siteUrl(ctx);
  const renderers = new Map<Locale, CampaignRenderer>();
  for (const text of texts.filter(isWritten)) {
    const { locale, subject, preview, body, slug } = text;
    renderers.set(
      locale,
      await campaignRenderer({
        ...{ locale, subject, preview, body },
        ...{ pictures: await picturesOf(ctx, body), embeds: await embedsOf(ctx, body) },
        listName: list === null ? '' : nameIn(list.names, locale),
        site: { url, name: operator?.name ?? new URL(url).host },
        accent: fillOf(look?.accent ?? MAIL_ACCENT),
        footer: look?.footer ?? null,
        readOnline: slug === null ? null : url + postPath(slug),
      }),
    );
  }
  return renderers;
}

/** Opens nobody's preferences. */
const noLink = (ctx: Ctx): string => `${siteUrl(ctx)}/newsletter`;

type PreviewRequest = { id: string; locale: Locale };
export async function previewCampaign(
  ctx: Ctx,
  { id, locale }: PreviewRequest,
): Promise<ResultIn<typeof newsletterCampaignsCalls.preview>> {
  const { email } = newsletterEditorOf(ctx);
  const row = await campaignById(ctx.system.read, id);
  const renderer = row === null ? undefined : (await renderersOf(ctx, ctx.system.read, row)).get(locale);
  if (renderer === undefined) throw notFound();
  return renderer.render({ link: noLink(ctx), email, figures: null });
}

/** Mails each language to the editor; what was tested is remembered until it changes. Throws `not_ready` while there is nothing to read. */
export async function testCampaign(ctx: Ctx, id: string): Promise<CampaignDetail> {
  const actor = newsletterEditorOf(ctx);
  await ctx.limits.use(`newsletter-test:${actor.userId}`, { max: 60, windowSeconds: 3_600 });
  return ctx.system.write(async (tx) => {
    const row = await lockCampaign(tx, id);
    if (row === null) throw notFound();
    const renderers = await renderersOf(ctx, tx, row);
    if (!renderers.has(row.locale)) throw new Failure('not_ready', { data: { missing: ['body'] } });
    await queueMails(
      ctx,
      tx,
      [...renderers].map(([locale, { render }]) => ({
        ...{ template: 'newsletter.test', to: actor.email, locale, headers: {}, onceKey: null, about: actor.userId },
        ...render({ link: noLink(ctx), email: actor.email, figures: null }),
      })),
    );
    // a test that stays in the outbox shows nothing of how it arrives
    const changed = (await hasMailServer(ctx, tx))
      ? await setCampaign(tx, id, { testedVersion: row.contentVersion, testedAt: new Date(ctx.now()) })
      : row;
    await record(ctx, tx, { action: 'newsletter.campaign-tested', subjectKind: 'newsletter_campaign', subjectId: id });
    return viewCampaign(ctx, tx, changed ?? row);
  });
}

export const ownPreferences = (ctx: Ctx, token: string): string => siteUrl(ctx) + preferencesPath(token);
