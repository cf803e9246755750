/** The blog for those who read it. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { locales } from '#kit/facts.ts';
import { embedKinds, type RichText } from '#kit/rich-text.ts';
import { blogLimits } from './blog.rules.ts';

const locale = z.enum(locales);
const text = (most: number) => z.string().check(z.trim(), z.maxLength(most));
const cursor = z.optional(z.string().check(z.maxLength(500)));
const body = z.custom<RichText>();

/** A picture of the library: in full and small; pixels of the picture itself. */
export const postPicture = z.object({
  file: z.string(),
  src: z.string(),
  small: z.string(),
  width: z.number(),
  height: z.number(),
});
export type PostPicture = z.infer<typeof postPicture>;
/** A room or recording of ours that a text leads to. Day and length (milliseconds) are a recording's. */
export const postEmbed = z.object({
  kind: z.enum(embedKinds),
  id: z.string(),
  name: z.string(),
  path: z.string(),
  startedAt: z.nullable(z.number()),
  lengthMs: z.nullable(z.number()),
});
export type PostEmbed = z.infer<typeof postEmbed>;
const summary = z.object({
  id: z.string(),
  slug: z.string(),
  locale,
  title: z.string(),
  excerpt: z.string(),
  category: z.nullable(z.object({ slug: z.string(), name: z.string() })),
  authorName: z.string(),
  publishedAt: z.number(),
  minutes: z.number(),
  /** Null: a drawing stands in its place. */
  cover: z.nullable(z.extend(postPicture, { alt: z.string() })),
});
export type PostSummary = z.infer<typeof summary>;
export const publicPost = z.object({
  ...summary.shape,
  /** The excerpt where the writer gave one: the start of the text need not stand above itself. */
  standfirst: z.string(),
  body,
  /** Those that the text shows. */
  pictures: z.array(postPicture),
  embeds: z.array(postEmbed),
  tags: z.array(z.string()),
  canonical: z.nullable(z.string()),
  seoTitle: z.string(),
  seoDescription: z.string(),
  editedAt: z.number(),
  /** Every public language of it, this one included. */
  languages: z.array(z.object({ locale, slug: z.string() })),
  related: z.array(summary),
  /** An unpublished draft that is shown by a signed link, and when the link ends. */
  preview: z.nullable(z.number()),
});
export type PublicPost = z.infer<typeof publicPost>;

export const blogCalls = {
  posts: call({
    method: 'GET',
    path: '/api/blog/posts',
    summary: 'Published posts, newest first, or by how well they fit a search.',
    access: 'all',
    query: z.object({
      locale: z.optional(locale),
      category: z.optional(text(blogLimits.slug)),
      author: z.optional(text(blogLimits.author)),
      tag: z.optional(text(blogLimits.tag)),
      search: z.optional(text(100)),
      cursor,
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(30)), 9),
    }),
    result: z.object({ items: z.array(summary), next: z.nullable(z.string()) }),
    /** An earlier address of a category names the present one. */
    failures: { moved: 409 },
  }),
  read: call({
    method: 'GET',
    path: '/api/blog/posts/{slug}',
    summary: 'One published post. An old address names the new one; one that was taken down says so.',
    access: 'all',
    params: z.object({ slug: z.string().check(z.maxLength(300)) }),
    query: z.object({ preview: z.optional(z.string().check(z.maxLength(300))) }),
    result: publicPost,
    failures: { moved: 409, gone: 410 },
  }),
  menu: call({
    method: 'GET',
    path: '/api/blog/menu',
    summary: 'Categories that have published posts, as a tree in the order of the blog, and the languages of the posts.',
    access: 'all',
    /** Counts the posts of one language; left out: each post once. */
    query: z.object({ locale: z.optional(locale) }),
    result: z.object({
      categories: z.array(
        z.object({
          slug: z.string(),
          parent: z.nullable(z.string()),
          name: z.string(),
          description: z.string(),
          posts: z.number(),
        }),
      ),
      locales: z.array(locale),
    }),
  }),
};
