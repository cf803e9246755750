/** The blog as its readers see it. No account owns it, and only what is live is read: hence the system's eyes. */
import * as z from 'zod/mini';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import { plainTextOf } from '#kit/rich-text.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { spacedForSearch, wordsIn } from '#kit/search-text.ts';
import { cursorOf, pageOf, timeCursor } from '#kit/server/db/cursor.ts';
import { readingMinutes } from '../blog.rules.ts';
import { nameIn } from '../category-names.rules.ts';
import type { blogCalls, PostPicture, PostSummary, PublicPost } from '../reading.contract.ts';
import type { CategoryRow } from './blog.table.ts';
import { allCategories } from './categories.queries.ts';
import { embedsOf } from './embeds.service.ts';
import { findPictures, picturesOf } from './pictures.service.ts';
import { excerptFor } from './post-view.service.ts';
import { previewed } from './preview.service.ts';
import {
  findSlug,
  liveCounts,
  liveLanguages,
  liveLocales,
  livePost,
  newestPosts,
  orderedPosts,
  type ReadFilter,
  type ReadPostRow,
  searchPosts,
} from './reading.queries.ts';

type CoverPictures = ReadonlyMap<string, PostPicture>;
const coversOf = (ctx: Ctx, rows: readonly ReadPostRow[]): Promise<CoverPictures> =>
  findPictures(
    ctx,
    rows.flatMap(({ coverFileId }) => coverFileId ?? []),
  );
type CardContext = { categories: readonly CategoryRow[]; covers: CoverPictures; locale: string };
function summaryOf(row: ReadPostRow, { categories, covers, locale }: CardContext): PostSummary {
  const cover = covers.get(row.coverFileId ?? '');
  const category = categories.find((one) => one.id === row.categoryId);
  return {
    id: row.id,
    slug: row.slug,
    locale: row.locale,
    title: row.title,
    excerpt: excerptFor(row),
    category: category === undefined ? null : { slug: category.slug, name: nameIn(category.names, locale) },
    authorName: row.authorName,
    publishedAt: row.publishedAt.getTime(),
    minutes: readingMinutes(plainTextOf(row.body), row.locale),
    cover: cover === undefined ? null : { ...cover, alt: row.coverAlt },
  };
}

/** The category and all below it; an earlier address counts as well. Null: there is none. */
export function categoriesBelow(all: readonly CategoryRow[], slug: string): CategoryRow[] | null {
  const top = all.find((one) => one.slug === slug) ?? all.find((one) => one.formerSlugs.includes(slug));
  if (top === undefined) return null;
  const below = (id: string): CategoryRow[] => all.filter((one) => one.parentId === id).flatMap((one) => [one, ...below(one.id)]);
  return [top, ...below(top.id)];
}

type BlogQuery = Parsed<typeof blogCalls.posts>['query'];
/** Where posts follow a search or an order made by hand; else their time counts. */
const skipCursor = cursorOf(z.int().check(z.gte(0)));

export async function readPosts(ctx: Ctx, query: BlogQuery): Promise<ResultIn<typeof blogCalls.posts>> {
  const { read } = ctx.system;
  const { limit, locale, author, tag, search = '', category } = query;
  const all = await allCategories(read);
  const chosen = category === undefined ? undefined : categoriesBelow(all, category);
  if (chosen === null) throw notFound();
  const top = chosen?.[0];
  if (top !== undefined && top.slug !== category) throw new Failure('moved', { data: { slug: top.slug } });
  const filter: ReadFilter = {
    ...(locale === undefined ? {} : { locale }),
    ...(author === undefined ? {} : { author }),
    ...(tag === undefined ? {} : { tag }),
    ...(chosen === undefined ? {} : { categories: chosen.map((one) => one.id) }),
  };
  const words = wordsIn(spacedForSearch(search)).slice(0, 12);
  const byHand = top?.ordering === 'hand' ? top.id : null;
  const skip = Math.min(skipCursor.read(query.cursor) ?? 0, 1_000);
  const page = { skip, limit: limit + 1 };
  const rows =
    words.length > 0
      ? await searchPosts(read, filter, { words, ...page })
      : byHand !== null
        ? await orderedPosts(read, filter, { category: byHand, ...page })
        : await newestPosts(read, filter, { after: timeCursor.read(query.cursor), limit: limit + 1 });
  const counted = words.length > 0 || byHand !== null;
  const { shown, next } = pageOf(rows, limit, ({ publishedAt, id }) =>
    counted ? skipCursor.write(skip + limit) : timeCursor.write({ at: publishedAt, id }),
  );
  const around = { categories: all, covers: await coversOf(ctx, shown), locale: ctx.locale };
  return {
    items: shown.map((row) => summaryOf(row, around)),
    next,
  };
}

/** Of the same category in the same language, then of the newest. */
async function relatedTo(db: Db, row: ReadPostRow): Promise<ReadPostRow[]> {
  const [near, newest] = await Promise.all([
    row.categoryId === null
      ? []
      : newestPosts(db, { locale: row.locale, categories: [row.categoryId] }, { after: null, limit: 4 }),
    newestPosts(db, { locale: row.locale }, { after: null, limit: 4 }),
  ]);
  const others = [...near, ...newest].filter((one) => one.id !== row.id);
  return others.filter((one, at) => others.findIndex((other) => other.id === one.id) === at).slice(0, 3);
}

async function publicView(ctx: Ctx, row: ReadPostRow, preview: number | null): Promise<PublicPost> {
  const { read } = ctx.system;
  const [all, languages, related] = await Promise.all([allCategories(read), liveLanguages(read, row.id), relatedTo(read, row)]);
  const [covers, pictures, embeds] = await Promise.all([
    coversOf(ctx, [row, ...related]),
    picturesOf(ctx, row.body),
    embedsOf(ctx, row.body),
  ]);
  const around = { categories: all, covers, locale: ctx.locale };
  const { body, tags, canonical, seoTitle, seoDescription, editedAt } = row;
  return {
    ...summaryOf(row, around),
    standfirst: row.excerpt,
    ...{ body, pictures, embeds, tags, canonical, seoTitle, seoDescription, editedAt: editedAt.getTime(), languages, preview },
    related: related.map((one) => summaryOf(one, around)),
  };
}

/** Throws `moved` with the present address, `gone` for what was public once, `not_found` for what never was. */
export async function readPost(ctx: Ctx, { slug, preview }: { slug: string; preview: string | undefined }): Promise<PublicPost> {
  const { read } = ctx.system;
  const found = await findSlug(read, slug.normalize('NFC').toLowerCase());
  if (found === null) throw notFound();
  const draft = preview === undefined ? null : await previewed(ctx, { ...found, token: preview });
  if (draft !== null) return publicView(ctx, draft.row, draft.until);
  const row = await livePost(read, found.postId, found.locale);
  if (row === null) throw found.wasPublic ? new Failure('gone') : notFound();
  if (row.slug !== slug) throw new Failure('moved', { data: { slug: row.slug } });
  return publicView(ctx, row, null);
}

export async function readMenu(ctx: Ctx, locale: Locale | undefined): Promise<ResultIn<typeof blogCalls.menu>> {
  const { read } = ctx.system;
  const [all, counts, languages] = await Promise.all([allCategories(read), liveCounts(read, locale), liveLocales(read)]);
  const slugOfId = new Map(all.map((one) => [one.id, one.slug]));
  const inOrder = (parentId: string | null): CategoryRow[] =>
    all.filter((one) => one.parentId === parentId).flatMap((one) => [one, ...inOrder(one.id)]);
  return {
    categories: inOrder(null)
      .map((one) => ({
        slug: one.slug,
        parent: one.parentId === null ? null : (slugOfId.get(one.parentId) ?? null),
        name: nameIn(one.names, ctx.locale),
        description: nameIn(one.descriptions, ctx.locale),
        posts: (categoriesBelow(all, one.slug) ?? []).reduce((sum, below) => sum + (counts.get(below.id) ?? 0), 0),
      }))
      .filter((one) => one.posts > 0),
    locales: languages,
  };
}
