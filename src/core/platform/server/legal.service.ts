/** Legal pages and the operator's banner, as everybody reads them. */
import MarkdownIt from 'markdown-it';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { LegalPage, LegalTexts, platformCalls } from '../platform.contract.ts';
import { bannerShows, inLocale, type LegalKind, legalKinds } from '../platform.rules.ts';
import { insertLegal, legalHistory, legalNumbers, newestLegal } from './platform.queries.ts';
import { platformNow, requirePlatform } from './platform.service.ts';

/**
 * Markdown to HTML. Tags in it are shown as text, and links lead to pages, mail or telephone only, so that nothing in it can run.
 * Pictures are left out: they would tell another site who reads.
 */
export function safeHtml(markdown: string): string {
  const renderer = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable([
    'image',
    'html_block',
    'html_inline',
  ]);
  renderer.validateLink = (url) => /^(?:https?:|mailto:|tel:|\/(?![/\\])|#)/i.test(url.trim());
  return renderer.render(markdown);
}

/** A legal page in the reader's language. Throws `not_found` when nothing is published. */
export async function readLegal(ctx: Ctx, input: { kind: LegalKind; locale: string }): Promise<LegalPage> {
  const row = await newestLegal(ctx.system.read, input.kind);
  const found = row === null ? null : inLocale(row.texts, input.locale);
  if (row === null || found === null) throw notFound();
  return {
    kind: row.kind,
    version: row.version,
    locale: found.locale,
    html: safeHtml(found.text),
    publishedAt: row.publishedAt.getTime(),
  };
}

async function textsOf(ctx: Ctx, kind: LegalKind): Promise<LegalTexts> {
  const [row, versions] = await Promise.all([newestLegal(ctx.system.read, kind), legalHistory(ctx.system.read, kind)]);
  return {
    version: row?.version ?? 0,
    texts: { ...row?.texts },
    publishedAt: row?.publishedAt.getTime() ?? null,
    versions: versions.map((one) => ({ version: one.version, publishedAt: one.publishedAt.getTime() })),
  };
}

export async function getLegalTexts(ctx: Ctx, input: { kind: LegalKind }): Promise<LegalTexts> {
  requirePlatform(ctx);
  return textsOf(ctx, input.kind);
}

/** Publishes the next version. Throws `changed_meanwhile` when `version` is not the newest. */
export async function publishLegal(
  ctx: Ctx,
  input: { kind: LegalKind; body: Parsed<typeof platformCalls.publishLegal>['body'] },
): Promise<LegalTexts> {
  requirePlatform(ctx);
  const { kind, body } = input;
  const texts = Object.fromEntries(Object.entries(body.texts).filter(([, text]) => text !== undefined && text !== ''));
  await ctx.system.write(async (tx) => {
    const newest = (await newestLegal(tx, kind))?.version ?? 0;
    const publishedBy = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
    const row = { kind, version: newest + 1, texts, publishedAt: new Date(ctx.now()), publishedBy };
    if (body.version !== newest || !(await insertLegal(tx, row)))
      throw new Failure('changed_meanwhile', { data: { version: newest } });
    await record(ctx, tx, {
      action: 'platform.legal-published',
      subjectKind: 'legal',
      subjectId: null,
      data: { page: kind, version: newest + 1, locales: Object.keys(texts).join(',') },
    });
  });
  return textsOf(ctx, kind);
}

/** What the terms are called that a person agrees to now; null when the operator has published none. */
export async function termsVersion(ctx: Pick<Ctx, 'system'>): Promise<string | null> {
  const number = (await legalNumbers(ctx.system.read)).get('terms');
  return number === undefined ? null : `terms-${number}`;
}

/** The legal pages that there are. */
export async function legalPages(ctx: Pick<Ctx, 'system'>): Promise<LegalKind[]> {
  const there = await legalNumbers(ctx.system.read);
  return legalKinds.filter((kind) => there.has(kind));
}

export async function readBanner(ctx: Ctx, locale: string): Promise<ResultIn<typeof platformCalls.banner>> {
  const { banner } = await platformNow(ctx);
  const found = bannerShows(banner, ctx.now()) ? inLocale(banner.texts, locale) : null;
  return { banner: found === null ? null : { ...found, until: banner.until } };
}
