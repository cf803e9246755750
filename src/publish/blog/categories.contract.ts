/** Categories of the blog: a tree in the order in which readers see it. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { locales } from '#kit/facts.ts';
import { isId } from '#kit/ids.ts';
import { blogLimits, isSlug } from './blog.rules.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const byId = z.object({ id });
const revision = z.number().check(z.int());
const slug = z.string().check(z.refine(isSlug, 'not_a_slug'));
const byLocale = (most: number, least = 1) =>
  z.partialRecord(z.enum(locales), z.string().check(z.trim(), z.minLength(least), z.maxLength(most)));
const names = byLocale(blogLimits.category).check(z.refine((value) => Object.keys(value).length > 0, 'required'));
const descriptions = byLocale(blogLimits.description);
export const categoryOrderings = ['date', 'hand'] as const;

export const categoryView = z.object({
  id: z.string(),
  parentId: z.nullable(z.string()),
  slug: z.string(),
  names: z.partialRecord(z.enum(locales), z.string()),
  descriptions: z.partialRecord(z.enum(locales), z.string()),
  ordering: z.enum(categoryOrderings),
  /** Published posts of its own, those of its subcategories as well, and its own that are not public. */
  posts: z.object({ own: z.number(), all: z.number(), unpublished: z.number() }),
  revision: z.number(),
});
export type CategoryView = z.infer<typeof categoryView>;
/** What writers choose from. */
export const categoryChoice = z.pick(categoryView, { id: true, parentId: true, slug: true, names: true });
export const categoryPost = z.object({
  id: z.string(),
  title: z.string(),
  publishedAt: z.number(),
  authorName: z.string(),
});
const failures = { slug_taken: 409, too_deep: 409, too_many: 409 } as const;

export const categoriesCalls = {
  list: call({
    method: 'GET',
    path: '/api/blog/categories',
    summary: 'All categories, parents before their children, in the order of the blog.',
    access: 'categories.edit',
    result: z.object({ items: z.array(categoryView) }),
  }),
  create: call({
    method: 'POST',
    path: '/api/blog/categories',
    summary: 'Makes a category, last below its parent.',
    access: 'categories.edit',
    body: z.object({
      parentId: z.nullable(id),
      slug,
      names,
      descriptions: z._default(descriptions, {}),
      ordering: z._default(z.enum(categoryOrderings), 'date'),
    }),
    result: categoryView,
    failures,
  }),
  edit: call({
    method: 'PATCH',
    path: '/api/blog/categories/{id}',
    summary: 'Changes a category. Its old address leads to the new one.',
    access: 'categories.edit',
    params: byId,
    body: z.object({
      revision,
      slug: z.optional(slug),
      names: z.optional(names),
      descriptions: z.optional(descriptions),
      ordering: z.optional(z.enum(categoryOrderings)),
    }),
    result: categoryView,
    failures,
  }),
  move: call({
    method: 'POST',
    path: '/api/blog/categories/{id}/move',
    summary: 'Puts a category below a parent, behind one of its children or first.',
    access: 'categories.edit',
    params: byId,
    body: z.object({ parentId: z.nullable(id), after: z.nullable(id) }),
    result: z.object({ items: z.array(categoryView) }),
    failures,
  }),
  remove: call({
    method: 'POST',
    path: '/api/blog/categories/{id}/remove',
    summary: 'Removes a category; its posts and subcategories go to another one, or to none.',
    access: 'categories.edit',
    params: byId,
    body: z.object({ postsTo: z.nullable(id) }),
    result: z.object({ moved: z.number() }),
    failures,
  }),
  posts: call({
    method: 'GET',
    path: '/api/blog/categories/{id}/posts',
    summary: 'Published posts of a category, in the order in which readers see them.',
    access: 'categories.edit',
    params: byId,
    result: z.object({ items: z.array(categoryPost), ordering: z.enum(categoryOrderings) }),
  }),
  order: call({
    method: 'PUT',
    path: '/api/blog/categories/{id}/order',
    summary: 'Orders the posts of a category by hand; those that are not named follow by date.',
    access: 'categories.edit',
    params: byId,
    body: z.object({ posts: z.array(id).check(z.maxLength(500)) }),
    result: z.object({ items: z.array(categoryPost), ordering: z.enum(categoryOrderings) }),
  }),
};
