/** The addresses of the blog for search engines (sitemaps.org 0.9), each post with its languages. */
import { escapeMarkup } from '#kit/markup.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { fallbackOf, languageTag } from '../blog-address.rules.ts';
import { postUrl } from './feed.service.ts';
import { type PublicAddress, publicAddresses } from './reading.queries.ts';

/** A sitemap holds 50 000 addresses at most. */
const mostPosts = 45_000;

const alternate = (tag: string, href: string) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${escapeMarkup(href)}"/>`;
function entryOf(ctx: Ctx, one: PublicAddress, languages: readonly PublicAddress[]): string {
  const fallback = fallbackOf(languages);
  const alternates =
    languages.length < 2
      ? []
      : [
          ...languages.map((other) => alternate(languageTag(other.locale), postUrl(ctx, other.slug))),
          ...(fallback === undefined ? [] : [alternate('x-default', postUrl(ctx, fallback.slug))]),
        ];
  const changed = one.editedAt.toISOString();
  return `<url><loc>${escapeMarkup(postUrl(ctx, one.slug))}</loc><lastmod>${changed}</lastmod>${alternates.join('')}</url>`;
}

/** `paths`: the other public pages, in their order. */
export async function renderSitemap(ctx: Ctx, paths: readonly string[]): Promise<string> {
  const addresses = await publicAddresses(ctx.system.read, mostPosts);
  const byPost = Map.groupBy(addresses, (one) => one.id);
  const pages = paths.map((path) => `<url><loc>${escapeMarkup(siteUrl(ctx) + path)}</loc></url>`);
  const posts = addresses.map((one) => entryOf(ctx, one, byPost.get(one.id) ?? []));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...pages,
    ...posts,
    '</urlset>',
  ].join('\n');
}
