/** The newest posts with their whole texts for feed readers, as RSS 2.0 and Atom (RFC 4287). */
import { Feed } from 'feed';
import { notFound } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import { allowedInXml, escapeMarkup } from '#kit/markup.ts';
import { referencesOf } from '#kit/rich-text.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { richTextHtml } from '#kit/server/rich-text/rich-text-html.ts';
import { wordsFrom } from '#kit/server/words.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { postPath } from '../blog-address.rules.ts';
import { nameIn } from '../category-names.rules.ts';
import type { CategoryRow } from './blog.table.ts';
import { allCategories } from './categories.queries.ts';
import type { PostEmbed, PostPicture } from '../reading.contract.ts';
import { embedsIn } from './embeds.service.ts';
import { findPictures } from './pictures.service.ts';
import { excerptFor } from './post-view.service.ts';
import { newestPosts, type ReadPostRow } from './reading.queries.ts';
import { categoriesBelow } from './reading.service.ts';

export const feedForms = ['rss', 'atom'] as const;
export type FeedForm = (typeof feedForms)[number];
type FeedRequest = { form: FeedForm; locale: Locale | undefined; category: string | undefined };

const postsPerFeed = 20;
const texts = new URL('../text/', import.meta.url);

export const postUrl = (ctx: Ctx, slug: string): string => siteUrl(ctx) + postPath(slug);
/** `lang=ar&category=guides` behind `?`; nothing where neither is chosen. */
function queryOf({ locale, category }: Omit<FeedRequest, 'form'>, localeName: 'lang' | 'language'): string {
  const query = new URLSearchParams({
    ...(locale === undefined ? {} : { [localeName]: locale }),
    ...(category === undefined ? {} : { category }),
  }).toString();
  return query === '' ? '' : `?${query}`;
}

/** The package closes only the first CDATA end that a text holds. */
const inCdata = (text: string): string => allowedInXml(text).replaceAll(']]>', ']] >');
/** Titles and summaries are HTML in Atom, and plain text in RSS. */
const plainFor = (form: FeedForm, text: string): string => (form === 'atom' ? escapeMarkup(text) : inCdata(text));

type PicturesById = ReadonlyMap<string, PostPicture>;
type FeedEntry = {
  row: ReadPostRow;
  category: CategoryRow | undefined;
  form: FeedForm;
  pictures: PicturesById;
  embeds: readonly PostEmbed[];
};
function addPost(ctx: Ctx, feed: Feed, { row, category, form, pictures, embeds }: FeedEntry): void {
  const link = postUrl(ctx, row.slug);
  feed.addItem({
    title: plainFor(form, row.title),
    // lasts when the slug changes
    id: `urn:atrium:post:${row.id}:${row.locale}`,
    link,
    date: row.editedAt,
    published: row.publishedAt,
    description: plainFor(form, excerptFor(row)),
    content: richTextHtml(row.body, {
      absolute: (href) => URL.parse(href, link)?.href ?? link,
      picture: (file) => {
        const found = pictures.get(file);
        return found === undefined ? null : { ...found, src: new URL(found.src, link).href };
      },
      embed: (_kind, id) => {
        const found = embeds.find((one) => one.id === id);
        return found === undefined
          ? ''
          : `<p><a href="${escapeMarkup(new URL(found.path, link).href)}">${escapeMarkup(found.name)}</a></p>`;
      },
    }),
    ...(category === undefined
      ? {}
      : { category: [{ name: allowedInXml(nameIn(category.names, row.locale)), term: category.slug }] }),
    // an author of RSS is a mail address, which we do not publish
    ...(form === 'atom'
      ? { author: [{ name: allowedInXml(row.authorName) }] }
      : { extensions: [{ name: 'dc:creator', objects: { _text: allowedInXml(row.authorName) } }] }),
  });
}

export type FeedDocument = { xml: string; updatedAt: Date };
/** Without a language each post is there once, in the one it was written in. Throws `not_found` for a category that there is not. */
export async function renderFeed(ctx: Ctx, request: FeedRequest): Promise<FeedDocument> {
  const { form, locale, category } = request;
  const { read } = ctx.system;
  const all = await allCategories(read);
  const chosen = category === undefined ? undefined : categoriesBelow(all, category);
  if (chosen === null) throw notFound();
  const filter = {
    ...(locale === undefined ? {} : { locale }),
    ...(chosen === undefined ? {} : { categories: chosen.map((one) => one.id) }),
  };
  const rows = await newestPosts(read, filter, { after: null, limit: postsPerFeed });
  const words = await wordsFrom(texts, { locale: locale ?? 'en-US', keys: ['feed.title', 'feed.description'] });
  const [title = '', description = ''] = words?.words ?? [];
  const updatedAt = new Date(Math.max(0, ...rows.map((row) => row.editedAt.getTime())));
  const site = siteUrl(ctx);
  const [top] = chosen ?? [];
  const feed = new Feed({
    title: top === undefined ? title : `${title}: ${allowedInXml(nameIn(top.names, locale ?? 'en-US'))}`,
    description,
    id: `${site}/posts${queryOf(request, 'language')}`,
    link: `${site}/posts${queryOf(request, 'language')}`,
    feed: `${site}/blog/${form}.xml${queryOf(request, 'lang')}`,
    updated: updatedAt,
    generator: false,
    ...(locale === undefined ? {} : { language: locale }),
  });
  const pictures = await findPictures(
    ctx,
    rows.flatMap(({ body }) => referencesOf(body).files),
  );
  const embeds = await embedsIn(
    ctx,
    rows.flatMap(({ body }) => referencesOf(body).embeds),
  );
  for (const row of rows)
    addPost(ctx, feed, { row, category: all.find((one) => one.id === row.categoryId), form, pictures, embeds });
  return { xml: form === 'rss' ? feed.rss2() : feed.atom1(), updatedAt };
}
