/** The tree of categories. The blog is no account's data, hence the system's eyes; each verb asks the operator's permission first. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { blogLimits, fitsBelow } from '../blog.rules.ts';
import type { categoriesCalls, CategoryView } from '../categories.contract.ts';
import type { postsCalls } from '../posts.contract.ts';
import type { CategoryRow } from './blog.table.ts';
import {
  allCategories,
  categoryById,
  deleteCategory,
  forgetFormerSlug,
  hasCategorySlug,
  insertCategory,
  lockCategories,
  movePosts,
  postCounts,
  postsOfCategory,
  setCategory,
  setPlaces,
  setPostPlaces,
} from './categories.queries.ts';

type BlogPermission = 'posts.edit' | 'posts.publish' | 'categories.edit';
/** Somebody of the operator with the permission. For every other kind of account the blog has no back. */
export function blogEditorOf(ctx: Ctx, permission: BlogPermission): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  if (ctx.actor.accountKind !== 'operator') throw notFound();
  if (!ctx.actor.scope.includes(permission)) throw notAllowed(permission);
  return ctx.actor;
}

/** Depth first, so that a parent stands before its children. */
function inTreeOrder(rows: readonly CategoryRow[], parentId: string | null = null): CategoryRow[] {
  return rows.filter((row) => row.parentId === parentId).flatMap((row) => [row, ...inTreeOrder(rows, row.id)]);
}

async function viewTree(db: Db): Promise<CategoryView[]> {
  const [rows, counts] = await Promise.all([allCategories(db), postCounts(db)]);
  const publicBelow = (id: string): number =>
    (counts.get(id)?.own ?? 0) + rows.filter((row) => row.parentId === id).reduce((sum, row) => sum + publicBelow(row.id), 0);
  return inTreeOrder(rows).map((row) => ({
    id: row.id,
    parentId: row.parentId,
    slug: row.slug,
    names: row.names,
    descriptions: row.descriptions,
    ordering: row.ordering,
    posts: { own: counts.get(row.id)?.own ?? 0, all: publicBelow(row.id), unpublished: counts.get(row.id)?.unpublished ?? 0 },
    revision: row.revision,
  }));
}
/** What writers choose from; they need not be allowed to change the tree. */
export async function categoryChoices(ctx: Ctx): Promise<ResultIn<typeof postsCalls.categories>> {
  blogEditorOf(ctx, 'posts.edit');
  const rows = inTreeOrder(await allCategories(ctx.system.read));
  return { items: rows.map(({ id, parentId, slug, names }) => ({ id, parentId, slug, names })) };
}
async function viewOne(db: Db, id: string): Promise<CategoryView> {
  const view = (await viewTree(db)).find((one) => one.id === id);
  if (view === undefined) throw notFound();
  return view;
}

export async function listCategories(ctx: Ctx): Promise<ResultIn<typeof categoriesCalls.list>> {
  blogEditorOf(ctx, 'categories.edit');
  return { items: await viewTree(ctx.system.read) };
}

async function claimSlug(tx: Db, slug: string, but: string | null): Promise<void> {
  if (await hasCategorySlug(tx, slug, but)) throw new Failure('slug_taken', { fields: { 'body.slug': 'slug_taken' } });
  await forgetFormerSlug(tx, slug);
}

export async function createCategory(ctx: Ctx, body: Parsed<typeof categoriesCalls.create>['body']): Promise<CategoryView> {
  blogEditorOf(ctx, 'categories.edit');
  const id = newId(ctx.now());
  return ctx.system.write(async (tx) => {
    await lockCategories(tx);
    const rows = await allCategories(tx);
    if (rows.length >= blogLimits.categories) throw new Failure('too_many', { data: { most: blogLimits.categories } });
    if (body.parentId !== null && !rows.some((row) => row.id === body.parentId)) throw notFound();
    if (!fitsBelow(rows, null, body.parentId)) throw new Failure('too_deep', { data: { most: blogLimits.categoryDepth } });
    await claimSlug(tx, body.slug, null);
    const at = new Date(ctx.now());
    const position = rows.filter((row) => row.parentId === body.parentId).length + 1;
    await insertCategory(tx, { id, ...body, formerSlugs: [], position, revision: 1, createdAt: at, updatedAt: at });
    await record(ctx, tx, { action: 'blog.category-created', subjectKind: 'blog_category', subjectId: id });
    return viewOne(tx, id);
  });
}

type CategoryEdit = { id: string; body: Parsed<typeof categoriesCalls.edit>['body'] };
export async function editCategory(ctx: Ctx, { id, body }: CategoryEdit): Promise<CategoryView> {
  blogEditorOf(ctx, 'categories.edit');
  const { revision, slug, names, descriptions, ordering } = body;
  return ctx.system.write(async (tx) => {
    await lockCategories(tx);
    const row = await categoryById(tx, id);
    if (row === null) throw notFound();
    if (row.revision !== revision) throw new Failure('changed_meanwhile', { data: { version: row.revision } });
    const moved = slug !== undefined && slug !== row.slug;
    if (moved) await claimSlug(tx, slug, id);
    const former = row.formerSlugs.filter((one) => one !== slug);
    await setCategory(tx, id, {
      ...(moved ? { slug, formerSlugs: [...former, row.slug] } : {}),
      ...(names === undefined ? {} : { names }),
      ...(descriptions === undefined ? {} : { descriptions }),
      ...(ordering === undefined ? {} : { ordering }),
      updatedAt: new Date(ctx.now()),
    });
    await record(ctx, tx, { action: 'blog.category-changed', subjectKind: 'blog_category', subjectId: id });
    return viewOne(tx, id);
  });
}

type CategoryMove = { id: string; parentId: string | null; after: string | null };
export async function moveCategory(ctx: Ctx, { id, parentId, after }: CategoryMove): Promise<{ items: CategoryView[] }> {
  blogEditorOf(ctx, 'categories.edit');
  return ctx.system.write(async (tx) => {
    await lockCategories(tx);
    const rows = await allCategories(tx);
    const known = (wanted: string | null) => wanted === null || rows.some((row) => row.id === wanted);
    if (!known(id) || !known(parentId)) throw notFound();
    if (!fitsBelow(rows, id, parentId)) throw new Failure('too_deep', { data: { most: blogLimits.categoryDepth } });
    const siblings = rows.filter((row) => row.parentId === parentId && row.id !== id).map((row) => row.id);
    if (after !== null && !siblings.includes(after)) throw notFound();
    await setPlaces(tx, parentId, siblings.toSpliced(after === null ? 0 : siblings.indexOf(after) + 1, 0, id));
    await record(ctx, tx, { action: 'blog.category-moved', subjectKind: 'blog_category', subjectId: id });
    return { items: await viewTree(tx) };
  });
}

export async function removeCategory(ctx: Ctx, id: string, postsTo: string | null): Promise<{ moved: number }> {
  blogEditorOf(ctx, 'categories.edit');
  return ctx.system.write(async (tx) => {
    await lockCategories(tx);
    const rows = await allCategories(tx);
    const row = rows.find((one) => one.id === id);
    const target = postsTo === null ? null : rows.find((one) => one.id === postsTo);
    if (row === undefined || target === undefined || postsTo === id) throw notFound();
    const moved = await movePosts(tx, id, postsTo);
    // its children take its place, so that none of them gets deeper
    const siblings = rows.filter((one) => one.parentId === row.parentId).map((one) => one.id);
    const children = rows.filter((one) => one.parentId === id).map((one) => one.id);
    await setPlaces(tx, row.parentId, siblings.toSpliced(siblings.indexOf(id), 1, ...children));
    if (target !== null)
      await setCategory(tx, target.id, {
        formerSlugs: [...target.formerSlugs, row.slug, ...row.formerSlugs],
        updatedAt: new Date(ctx.now()),
      });
    await deleteCategory(tx, id);
    await record(ctx, tx, { action: 'blog.category-removed', subjectKind: 'blog_category', subjectId: id, data: { moved } });
    return { moved };
  });
}

async function viewPosts(db: Db, id: string): Promise<ResultIn<typeof categoriesCalls.posts>> {
  const row = await categoryById(db, id);
  if (row === null) throw notFound();
  const posts = await postsOfCategory(db, row);
  return { items: posts.map((post) => ({ ...post, publishedAt: post.publishedAt.getTime() })), ordering: row.ordering };
}

export async function categoryPosts(ctx: Ctx, id: string): Promise<ResultIn<typeof categoriesCalls.posts>> {
  blogEditorOf(ctx, 'categories.edit');
  return viewPosts(ctx.system.read, id);
}

/** Who orders by hand wants that order, so the category follows it from then on. */
export async function orderPosts(
  ctx: Ctx,
  id: string,
  posts: readonly string[],
): Promise<ResultIn<typeof categoriesCalls.order>> {
  blogEditorOf(ctx, 'categories.edit');
  return ctx.system.write(async (tx) => {
    const row = await categoryById(tx, id);
    if (row === null) throw notFound();
    await setPostPlaces(tx, id, [...new Set(posts)]);
    await setCategory(tx, id, { ordering: 'hand', updatedAt: new Date(ctx.now()) });
    await record(ctx, tx, { action: 'blog.posts-ordered', subjectKind: 'blog_category', subjectId: id });
    return viewPosts(tx, id);
  });
}
