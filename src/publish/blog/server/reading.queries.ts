/** What readers see: the live revision of published posts, and nothing of any draft. */
import { sql, type SQL } from 'drizzle-orm';
import type { Locale } from '#kit/facts.ts';
import type { RichText } from '#kit/rich-text.ts';
import { rowsAfter, type TimePosition } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { PostState } from '../blog.rules.ts';

export type ReadPostRow = {
  id: string;
  slug: string;
  locale: Locale;
  state: PostState;
  title: string;
  excerpt: string;
  body: RichText;
  seoTitle: string;
  seoDescription: string;
  words: number;
  categoryId: string | null;
  authorName: string;
  tags: string[];
  canonical: string | null;
  coverFileId: string | null;
  coverAlt: string;
  publishedAt: Date;
  editedAt: Date;
  rank: number;
};
type RawRow = Omit<ReadPostRow, 'publishedAt' | 'editedAt'> & { publishedAt: string; editedAt: string };
const read = ({ publishedAt, editedAt, ...row }: RawRow): ReadPostRow => ({
  ...row,
  publishedAt: new Date(publishedAt),
  editedAt: new Date(editedAt),
});

const columns = sql`p.id, t.slug, t.locale, p.state, r.title, r.excerpt, r.body, r.seo_title as "seoTitle",
  r.seo_description as "seoDescription", r.words, p.category_id as "categoryId", p.author_name as "authorName", p.tags, p.canonical,
  p.cover_file_id as "coverFileId", p.cover_alt as "coverAlt",
  p.published_at as "publishedAt", r.made_at as "editedAt"`;
const tables = sql`blog_posts p join blog_texts t on t.post_id = p.id join blog_revisions r on r.id = t.live_revision`;

export type ReadFilter = {
  locale?: Locale;
  /** Of these categories; empty: of none. */
  categories?: readonly string[];
  author?: string;
  tag?: string;
};
const fits = ({ locale, categories, author, tag }: ReadFilter, without: 'original' | 'every' = 'original'): SQL[] => [
  sql`p.state = 'published'`,
  // without a language each post is there once, in the one it was written in
  ...(locale !== undefined ? [sql`t.locale = ${locale}`] : without === 'original' ? [sql`t.locale = p.locale`] : []),
  ...(categories === undefined ? [] : [sql`p.category_id = any(${sql.param([...categories])}::uuid[])`]),
  ...(author === undefined ? [] : [sql`p.author_name = ${author}`]),
  ...(tag === undefined ? [] : [sql`p.tags @> array[${tag}]`]),
];

type ReadPage = { after: TimePosition | null; limit: number };
/** Newest first. */
export async function newestPosts(db: Db, filter: ReadFilter, { after, limit }: ReadPage): Promise<ReadPostRow[]> {
  const place = after === null ? [] : [rowsAfter([sql`p.published_at`, after.at, 'desc'], [sql`p.id`, after.id, 'desc'])];
  const { rows } = await db.execute<RawRow>(sql`
    select ${columns}, 0 as rank from ${tables} where ${sql.join([...fits(filter), ...place], sql` and `)}
    order by p.published_at desc, p.id desc limit ${limit}`);
  return rows.map(read);
}
type HandOrder = { category: string; skip: number; limit: number };
/** In the order of the category that was made by hand; what has no place there follows, newest first, then what is below it. */
export async function orderedPosts(db: Db, filter: ReadFilter, { category, ...page }: HandOrder): Promise<ReadPostRow[]> {
  const own = sql`p.category_id = ${category}`;
  const { rows } = await db.execute<RawRow>(sql`
    select ${columns}, 0 as rank from ${tables} where ${sql.join(fits(filter), sql` and `)}
    order by (${own}) desc, case when ${own} then p.position end nulls last, p.published_at desc, p.id desc offset ${page.skip} limit ${page.limit}`);
  return rows.map(read);
}
/**
 * Each word as the beginning of one; those that fit best first, of the newest 200, as rating a long text takes a tenth of a millisecond.
 * Without a language every language of a post is searched, and the one that fits best is found.
 */
export async function searchPosts(
  db: Db,
  filter: ReadFilter,
  of: { words: readonly string[]; skip: number; limit: number },
): Promise<ReadPostRow[]> {
  const query = sql`to_tsquery('simple', ${of.words.map((word) => `'${word.replaceAll(/['\\]/g, ' ')}':*`).join(' & ')})`;
  const { rows } = await db.execute<RawRow>(sql`
    with newest as materialized (
      select t.post_id, t.locale, t.search, p.published_at from blog_posts p join blog_texts t on t.post_id = p.id
      where ${sql.join([...fits(filter, 'every'), sql`t.search @@ ${query}`], sql` and `)}
      order by p.published_at desc, p.id desc limit 200
    ), found as (
      select distinct on (post_id) post_id, locale, published_at, ts_rank(search, ${query}) as rank from newest order by post_id, rank desc
    ), page as materialized (
      select * from found order by rank desc, published_at desc, post_id desc offset ${of.skip} limit ${of.limit}
    )
    select ${columns}, page.rank from page join blog_texts t on t.post_id = page.post_id and t.locale = page.locale
      join blog_posts p on p.id = t.post_id join blog_revisions r on r.id = t.live_revision
    order by page.rank desc, p.published_at desc, p.id desc`);
  return rows.map(read);
}

export type SlugRow = { postId: string; locale: Locale; slug: string; state: PostState; wasPublic: boolean };
/** The text whose address it is or was, with the address that it has now. */
export async function findSlug(db: Db, slug: string): Promise<SlugRow | null> {
  const { rows } = await db.execute<SlugRow>(sql`
    select p.id as "postId", t.locale, t.slug, p.state, t.was_public as "wasPublic"
    from blog_slugs s join blog_texts t on t.post_id = s.post_id and t.locale = s.locale join blog_posts p on p.id = s.post_id
    where s.slug = ${slug}`);
  return rows[0] ?? null;
}
export async function livePost(db: Db, postId: string, locale: Locale): Promise<ReadPostRow | null> {
  const { rows } = await db.execute<RawRow>(sql`
    select ${columns}, 0 as rank from ${tables}
    where p.id = ${postId} and t.locale = ${locale} and p.state in ('published', 'archived')`);
  return rows[0] === undefined ? null : read(rows[0]);
}
export async function liveLanguages(db: Db, postId: string): Promise<{ locale: Locale; slug: string }[]> {
  const { rows } = await db.execute<{ locale: Locale; slug: string }>(sql`
    select locale, slug from blog_texts where post_id = ${postId} and live_revision is not null order by locale`);
  return rows;
}
/** Published posts by category: those of one language, or without one each once. */
export async function liveCounts(db: Db, locale: Locale | undefined): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: string; posts: number }>(sql`
    select p.category_id as id, count(*)::int as posts from ${tables}
    where ${sql.join(fits(locale === undefined ? {} : { locale }), sql` and `)} and p.category_id is not null group by p.category_id`);
  return new Map(rows.map(({ id, posts }) => [id, posts]));
}

export type PublicAddress = { id: string; locale: Locale; slug: string; editedAt: Date };
/** Every address that a search engine should know, of the newest posts; what was first published elsewhere is indexed there. */
export async function publicAddresses(db: Db, limit: number): Promise<PublicAddress[]> {
  const { rows } = await db.execute<Omit<PublicAddress, 'editedAt'> & { editedAt: string }>(sql`
    select p.id, t.locale, t.slug, r.made_at as "editedAt" from ${tables}
    where p.state = 'published' and p.canonical is null order by p.published_at desc, p.id desc, t.locale limit ${limit}`);
  return rows.map((row) => ({ ...row, editedAt: new Date(row.editedAt) }));
}
export async function liveLocales(db: Db): Promise<Locale[]> {
  const { rows } = await db.execute<{ locale: Locale }>(sql`
    select distinct t.locale from blog_texts t join blog_posts p on p.id = t.post_id
    where p.state = 'published' and t.live_revision is not null order by 1`);
  return rows.map((row) => row.locale);
}
