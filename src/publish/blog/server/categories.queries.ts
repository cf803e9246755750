import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { blogCategories, blogPosts, blogTexts, type CategoryRow } from './blog.table.ts';

/** All of them; there are a few hundred at most. */
export const allCategories = (db: Db): Promise<CategoryRow[]> =>
  db.select().from(blogCategories).orderBy(asc(blogCategories.position), asc(blogCategories.id));

/** Those who change the tree come one after the other. */
export const lockCategories = (tx: Db): Promise<unknown> =>
  tx.execute(sql`lock table blog_categories in share row exclusive mode`);

export async function categoryById(db: Db, id: string): Promise<CategoryRow | null> {
  const [row] = await db.select().from(blogCategories).where(eq(blogCategories.id, id));
  return row ?? null;
}

/** Posts of each category itself: public ones, and those that are not in the bin and not public. */
export async function postCounts(db: Db): Promise<Map<string, { own: number; unpublished: number }>> {
  const result = await db.execute<{ id: string; own: number; unpublished: number }>(sql`
    select category_id as id, count(*) filter (where state = 'published')::int as own,
      count(*) filter (where state in ('draft', 'in_review', 'scheduled'))::int as unpublished
    from blog_posts where category_id is not null group by category_id`);
  return new Map(result.rows.map(({ id, own, unpublished }) => [id, { own, unpublished }]));
}

export async function insertCategory(tx: Db, row: CategoryRow): Promise<void> {
  await tx.insert(blogCategories).values(row);
}

export type CategoryChange = Partial<
  Pick<CategoryRow, 'slug' | 'formerSlugs' | 'names' | 'descriptions' | 'ordering' | 'parentId' | 'position' | 'updatedAt'>
>;
export async function setCategory(tx: Db, id: string, change: CategoryChange): Promise<void> {
  await tx
    .update(blogCategories)
    .set({ ...change, revision: sql`${blogCategories.revision} + 1` })
    .where(eq(blogCategories.id, id));
}

/** Children of a parent in this order. */
export async function setPlaces(tx: Db, parentId: string | null, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update blog_categories set parent_id = ${parentId}, position = place.position
    from unnest(${sql.param([...ids])}::uuid[]) with ordinality place (id, position)
    where blog_categories.id = place.id`);
}

/** The address leads to nothing else any more. */
export async function forgetFormerSlug(tx: Db, slug: string): Promise<void> {
  await tx
    .update(blogCategories)
    .set({ formerSlugs: sql`array_remove(${blogCategories.formerSlugs}, ${slug})` })
    .where(sql`${slug} = any(${blogCategories.formerSlugs})`);
}

export const hasCategorySlug = async (db: Db, slug: string, but: string | null): Promise<boolean> =>
  (
    await db
      .select({ id: blogCategories.id })
      .from(blogCategories)
      .where(and(eq(blogCategories.slug, slug), but === null ? undefined : ne(blogCategories.id, but)))
  ).length > 0;

/** How many posts went. */
export async function movePosts(tx: Db, from: string, to: string | null): Promise<number> {
  const moved = await tx
    .update(blogPosts)
    .set({ categoryId: to, position: null })
    .where(eq(blogPosts.categoryId, from))
    .returning({ id: blogPosts.id });
  return moved.length;
}

export async function deleteCategory(tx: Db, id: string): Promise<void> {
  await tx.delete(blogCategories).where(eq(blogCategories.id, id));
}

export type CategoryPostRow = { id: string; title: string; publishedAt: Date; authorName: string };
/** Published posts in the order of their readers: by hand first where that is chosen, then the newest. */
export async function postsOfCategory(db: Db, category: Pick<CategoryRow, 'id' | 'ordering'>): Promise<CategoryPostRow[]> {
  const byHand = category.ordering === 'hand' ? [sql`${blogPosts.position} asc nulls last`] : [];
  const rows = await db
    .select({ id: blogPosts.id, title: blogTexts.title, publishedAt: blogPosts.publishedAt, authorName: blogPosts.authorName })
    .from(blogPosts)
    .innerJoin(blogTexts, and(eq(blogTexts.postId, blogPosts.id), eq(blogTexts.locale, blogPosts.locale)))
    .where(and(eq(blogPosts.categoryId, category.id), eq(blogPosts.state, 'published')))
    .orderBy(...byHand, sql`${blogPosts.publishedAt} desc`, asc(blogPosts.id))
    .limit(500);
  return rows.flatMap(({ publishedAt, ...row }) => (publishedAt === null ? [] : [{ ...row, publishedAt }]));
}

export async function setPostPlaces(tx: Db, categoryId: string, ids: readonly string[]): Promise<void> {
  await tx.update(blogPosts).set({ position: null }).where(eq(blogPosts.categoryId, categoryId));
  await tx.execute(sql`
    update blog_posts set position = place.position
    from unnest(${sql.param([...ids])}::uuid[]) with ordinality place (id, position)
    where blog_posts.id = place.id and blog_posts.category_id = ${categoryId}`);
}
