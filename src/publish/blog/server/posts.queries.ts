import { and, asc, desc, eq, getTableColumns, inArray, ne, sql, type SQL } from 'drizzle-orm';
import type { Locale } from '#kit/facts.ts';
import type { Db } from '#kit/server/db/db.ts';
import { totalOf } from '#kit/server/db/total.ts';
import { spacedForSearch } from '#kit/search-text.ts';
import { rowsAfter, type TimePosition } from '#kit/server/db/cursor.ts';
import { containsText } from '#kit/server/db/search.ts';
import type { PostState } from '../blog.rules.ts';
import {
  blogPosts,
  blogRevisions,
  blogSlugs,
  blogTexts,
  type PostRevisionRow,
  type PostRow,
  type PostTextRow,
} from './blog.table.ts';

const { search: _search, ...textColumns } = getTableColumns(blogTexts);

export type PostFilter = { state?: PostState; search?: string; category?: string; locale?: Locale };
const matching = ({ state, search, category, locale }: PostFilter): SQL | undefined =>
  and(
    // the bin is a list of its own
    state === undefined ? ne(blogPosts.state, 'trashed') : eq(blogPosts.state, state),
    category === undefined ? undefined : eq(blogPosts.categoryId, category),
    locale === undefined && search === undefined
      ? undefined
      : sql`exists (select 1 from ${blogTexts} where ${and(
          eq(blogTexts.postId, blogPosts.id),
          locale === undefined ? undefined : eq(blogTexts.locale, locale),
          containsText(search, blogTexts.title, blogTexts.slug),
        )})`,
  );

/** Last changed first; `after`: the last of the page before. */
export const postsPage = (db: Db, filter: PostFilter, page: { after: TimePosition | null; limit: number }): Promise<PostRow[]> =>
  db
    .select()
    .from(blogPosts)
    .where(
      and(
        matching(filter),
        page.after === null
          ? undefined
          : rowsAfter([blogPosts.updatedAt, page.after.at, 'desc'], [blogPosts.id, page.after.id, 'desc']),
      ),
    )
    .orderBy(desc(blogPosts.updatedAt), desc(blogPosts.id))
    .limit(page.limit);
export const countPosts = (db: Db, filter: PostFilter): Promise<number | undefined> => totalOf(db, blogPosts, matching(filter));
export async function stateCounts(db: Db): Promise<Partial<Record<PostState, number>>> {
  const rows = await db
    .select({ state: blogPosts.state, n: sql<number>`count(*)::int` })
    .from(blogPosts)
    .groupBy(blogPosts.state);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

export async function postById(db: Db, id: string): Promise<PostRow | null> {
  const [row] = await db.select().from(blogPosts).where(eq(blogPosts.id, id));
  return row ?? null;
}
/** Of two who change the post at once, one comes first. */
export async function lockPost(tx: Db, id: string): Promise<PostRow | null> {
  const [row] = await tx.select().from(blogPosts).where(eq(blogPosts.id, id)).for('update');
  return row ?? null;
}
export async function insertPost(tx: Db, row: PostRow): Promise<void> {
  await tx.insert(blogPosts).values(row);
}
export async function setPost(tx: Db, id: string, change: Partial<Omit<PostRow, 'id' | 'revision'>>): Promise<PostRow | null> {
  const [row] = await tx
    .update(blogPosts)
    .set({ ...change, revision: sql`${blogPosts.revision} + 1` })
    .where(eq(blogPosts.id, id))
    .returning();
  return row ?? null;
}
/** Notes who wrote last. The revision stays, because what all languages share did not change. */
export async function touchPost(tx: Db, id: string, by: { updatedAt: Date; updatedBy: string }): Promise<PostRow | null> {
  const [row] = await tx.update(blogPosts).set(by).where(eq(blogPosts.id, id)).returning();
  return row ?? null;
}
export async function deletePost(tx: Db, id: string): Promise<void> {
  // its texts hold on to the revisions that readers saw
  await tx.delete(blogTexts).where(eq(blogTexts.postId, id));
  await tx.delete(blogPosts).where(eq(blogPosts.id, id));
}
export const longInTrash = (db: Db, before: Date): Promise<{ id: string }[]> =>
  db
    .select({ id: blogPosts.id })
    .from(blogPosts)
    .where(and(eq(blogPosts.state, 'trashed'), sql`${blogPosts.trashedAt} < ${before.toISOString()}::timestamptz`))
    .limit(100);

export const textsOf = (db: Db, ids: readonly string[]): Promise<Omit<PostTextRow, 'body'>[]> => {
  const { body: _body, ...light } = textColumns;
  return db
    .select(light)
    .from(blogTexts)
    .where(inArray(blogTexts.postId, [...ids]))
    .orderBy(asc(blogTexts.locale));
};
export async function postText(db: Db, postId: string, locale: Locale): Promise<PostTextRow | null> {
  const [row] = await db
    .select(textColumns)
    .from(blogTexts)
    .where(and(eq(blogTexts.postId, postId), eq(blogTexts.locale, locale)));
  return row ?? null;
}
export const wholeTexts = (tx: Db, postId: string): Promise<PostTextRow[]> =>
  tx.select(textColumns).from(blogTexts).where(eq(blogTexts.postId, postId)).orderBy(asc(blogTexts.locale));
export async function insertText(tx: Db, row: PostTextRow): Promise<void> {
  await tx.insert(blogTexts).values(row);
}
type TextKey = { postId: string; locale: Locale };
const isText = ({ postId, locale }: TextKey) => and(eq(blogTexts.postId, postId), eq(blogTexts.locale, locale));
export async function setText(tx: Db, key: TextKey, change: Partial<PostTextRow>): Promise<void> {
  await tx
    .update(blogTexts)
    .set({ ...change, revision: sql`${blogTexts.revision} + 1` })
    .where(isText(key));
}

/** What readers see from now on, and what they find it by: the title before the excerpt before the text. */
export async function setLive(tx: Db, key: TextKey, live: { revision: PostRevisionRow; plain: string }): Promise<void> {
  const { title, excerpt, id } = live.revision;
  const part = (text: string, weight: 'A' | 'B' | 'C') =>
    sql`setweight(to_tsvector('simple', ${spacedForSearch(text)}), ${sql.raw(`'${weight}'`)})`;
  await tx
    .update(blogTexts)
    .set({
      liveRevision: id,
      wasPublic: true,
      // a tsvector is limited to a megabyte
      search: sql`${part(title, 'A')} || ${part(excerpt, 'B')} || ${part(live.plain.slice(0, 200_000), 'C')}`,
    })
    .where(isText(key));
}
export async function clearLive(tx: Db, postId: string): Promise<void> {
  await tx.update(blogTexts).set({ liveRevision: null, search: null }).where(eq(blogTexts.postId, postId));
}

export async function lastRevision(db: Db, { postId, locale }: TextKey): Promise<PostRevisionRow | null> {
  const [row] = await db
    .select()
    .from(blogRevisions)
    .where(and(eq(blogRevisions.postId, postId), eq(blogRevisions.locale, locale)))
    .orderBy(desc(blogRevisions.number))
    .limit(1);
  return row ?? null;
}
export async function insertRevision(tx: Db, row: PostRevisionRow): Promise<void> {
  await tx.insert(blogRevisions).values(row);
}
export async function nameRevision(tx: Db, id: string, name: string): Promise<void> {
  await tx.update(blogRevisions).set({ name }).where(eq(blogRevisions.id, id));
}
export const revisionsOf = (db: Db, { postId, locale }: TextKey, most: number): Promise<Omit<PostRevisionRow, 'body'>[]> => {
  const { body: _body, ...light } = getTableColumns(blogRevisions);
  return db
    .select(light)
    .from(blogRevisions)
    .where(and(eq(blogRevisions.postId, postId), eq(blogRevisions.locale, locale)))
    .orderBy(desc(blogRevisions.number))
    .limit(most);
};
export async function revisionByNumber(db: Db, { postId, locale }: TextKey, number: number): Promise<PostRevisionRow | null> {
  const [row] = await db
    .select()
    .from(blogRevisions)
    .where(and(eq(blogRevisions.postId, postId), eq(blogRevisions.locale, locale), eq(blogRevisions.number, number)));
  return row ?? null;
}
export const revisionsById = (db: Db, ids: readonly string[]): Promise<PostRevisionRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(blogRevisions)
        .where(inArray(blogRevisions.id, [...ids]));
/** Nameless ones beyond the newest `keep` go; one that readers see stays. */
export async function pruneRevisions(tx: Db, { postId, locale }: TextKey, keep: number): Promise<void> {
  await tx.execute(sql`
    delete from blog_revisions r where r.post_id = ${postId} and r.locale = ${locale} and r.name is null
      and r.number <= (select max(number) - ${keep} from blog_revisions where post_id = ${postId} and locale = ${locale})
      and not exists (select 1 from blog_texts t where t.live_revision = r.id)`);
}

/** False when it is another text's. */
export async function takeSlug(tx: Db, { slug, postId, locale, at }: TextKey & { slug: string; at: Date }): Promise<boolean> {
  const taken = await tx
    .insert(blogSlugs)
    .values({ slug, postId, locale, createdAt: at })
    .onConflictDoUpdate({
      target: blogSlugs.slug,
      set: { slug },
      setWhere: sql`${blogSlugs.postId} = ${postId} and ${blogSlugs.locale} = ${locale}`,
    })
    .returning({ slug: blogSlugs.slug });
  return taken.length > 0;
}
/** An address that no reader ever saw is free again. */
export async function releaseSlug(tx: Db, slug: string): Promise<void> {
  await tx.delete(blogSlugs).where(eq(blogSlugs.slug, slug));
}
/** Of these addresses, those that are somebody's. */
export async function takenSlugs(db: Db, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ slug: blogSlugs.slug })
    .from(blogSlugs)
    .where(inArray(blogSlugs.slug, [...slugs]));
  return new Set(rows.map((row) => row.slug));
}
