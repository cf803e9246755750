/** Posts for those who write them, and the blog for those who read it. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { locales } from '#kit/facts.ts';
import { isId } from '#kit/ids.ts';
import { type RichText, richTextField, richTextLimits } from '#kit/rich-text.ts';
import { isSafeAddress } from '#kit/safe-address.ts';
import { totalField } from '#kit/total.contract.ts';
import { blogLimits, isSlug, postActions, postStates } from './blog.rules.ts';
import { categoryChoice } from './categories.contract.ts';
import { postEmbed, postPicture } from './reading.contract.ts';

const id = z.string().check(z.refine(isId, 'not_an_id'));
const byId = z.object({ id });
const locale = z.enum(locales);
const revision = z.number().check(z.int());
const text = (most: number) => z.string().check(z.trim(), z.maxLength(most));
const cursor = z.optional(z.string().check(z.maxLength(500)));
const body = z.custom<RichText>();

const writtenFields = {
  title: text(blogLimits.title),
  excerpt: text(blogLimits.excerpt),
  seoTitle: text(blogLimits.seoTitle),
  seoDescription: text(blogLimits.seoDescription),
};
const person = z.nullable(z.object({ id: z.string(), name: z.string() }));
/** How far a language is: readers see it, they see an older text of it, or nothing of it yet. */
export const languageStates = ['live', 'edited', 'draft'] as const;
const language = z.object({ locale, state: z.enum(languageStates), editedAt: z.number() });

export const postItem = z.object({
  id: z.string(),
  title: z.string(),
  slug: z.string(),
  state: z.enum(postStates),
  locale,
  languages: z.array(language),
  categoryId: z.nullable(z.string()),
  /** A small picture. */
  cover: z.nullable(z.string()),
  authorName: z.string(),
  publishAt: z.nullable(z.number()),
  publishedAt: z.nullable(z.number()),
  updatedAt: z.number(),
  updatedBy: person,
  revision: z.number(),
  actions: z.array(z.enum(postActions)),
});
export type PostItem = z.infer<typeof postItem>;

export const postText = z.object({
  locale,
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  seoTitle: z.string(),
  seoDescription: z.string(),
  body,
  /** Those that the text shows. */
  pictures: z.array(postPicture),
  /** Rooms and recordings in it that readers can open. */
  embeds: z.array(postEmbed),
  words: z.number(),
  /** Number of the revision that readers see. */
  live: z.nullable(z.number()),
  edited: z.boolean(),
  editedAt: z.number(),
  editedBy: person,
  revision: z.number(),
});
export type PostText = z.infer<typeof postText>;
const coverPicture = z.extend(postPicture, { alt: z.string() });
export type CoverPicture = z.infer<typeof coverPicture>;
export const postDetail = z.object({
  ...postItem.shape,
  tags: z.array(z.string()),
  canonical: z.nullable(z.string()),
  coverPicture: z.nullable(coverPicture),
  wasPublic: z.boolean(),
  text: postText,
});
export type PostDetail = z.infer<typeof postDetail>;
export const revisionItem = z.object({
  id: z.string(),
  number: z.number(),
  name: z.nullable(z.string()),
  title: z.string(),
  words: z.number(),
  madeAt: z.number(),
  madeBy: person,
  live: z.boolean(),
});

const failures = {
  slug_taken: 409,
  not_ready: 409,
  no_such_step: 409,
  in_the_past: 400,
  too_far_ahead: 400,
  picture_unknown: 422,
  embed_unknown: 422,
} as const;

export const postsCalls = {
  list: call({
    method: 'GET',
    path: '/api/posts',
    summary: 'Posts in all states for those who write them, last changed first.',
    access: 'posts.edit',
    query: z.object({
      state: z.optional(z.enum(postStates)),
      search: z.optional(text(100)),
      category: z.optional(id),
      locale: z.optional(locale),
      cursor,
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    }),
    result: z.object({
      items: z.array(postItem),
      next: z.nullable(z.string()),
      total: totalField,
      /** Posts in each state; one that is left out has none. */
      counts: z.partialRecord(z.enum(postStates), z.number()),
    }),
  }),
  categories: call({
    method: 'GET',
    path: '/api/posts/categories',
    summary: 'Categories that a post can be given, parents before their children.',
    access: 'posts.edit',
    result: z.object({ items: z.array(categoryChoice) }),
  }),
  create: call({
    method: 'POST',
    path: '/api/posts',
    summary: 'Begins a post as a draft.',
    access: 'posts.edit',
    body: z.object({ locale, title: z._default(writtenFields.title, '') }),
    result: postDetail,
  }),
  get: call({
    method: 'GET',
    path: '/api/posts/{id}',
    summary: 'One post with its draft in one language; without a language, in the one it was written in.',
    access: 'posts.edit',
    params: byId,
    query: z.object({ locale: z.optional(locale) }),
    result: postDetail,
  }),
  write: call({
    method: 'PUT',
    path: '/api/posts/{id}/texts/{locale}',
    summary: 'Saves the draft of one language, and begins that language if it is new. Readers see it when it is published.',
    access: 'posts.edit',
    params: z.object({ id, locale }),
    body: z.object({
      /** Of the text; null: the language is new. */
      revision: z.nullable(revision),
      ...writtenFields,
      /** Left out: made from the title as long as the text was not public. */
      slug: z.optional(z.string().check(z.refine(isSlug, 'not_a_slug'))),
      body: richTextField,
      /** Keeps this as a revision under that name. */
      name: z.optional(text(80)),
    }),
    /** The post as well, because writing may take it out of what was approved. */
    result: z.object({ ...postText.shape, post: postItem }),
    failures,
    bodyLimit: 2_000_000,
  }),
  edit: call({
    method: 'PATCH',
    path: '/api/posts/{id}',
    summary: 'Changes what all languages of a post share. Public at once.',
    access: 'posts.edit',
    params: byId,
    body: z.object({
      revision,
      categoryId: z.optional(z.nullable(id)),
      tags: z.optional(z.array(text(blogLimits.tag).check(z.minLength(1))).check(z.maxLength(blogLimits.tags))),
      authorName: z.optional(text(blogLimits.author).check(z.minLength(1))),
      /** A picture of the library; null takes it away. */
      cover: z.optional(z.nullable(z.object({ file: id, alt: text(richTextLimits.alt) }))),
      canonical: z.optional(
        z.nullable(
          z
            .string()
            .check(z.maxLength(blogLimits.canonical), z.startsWith('https://'), z.refine(isSafeAddress, 'unsafe_address')),
        ),
      ),
    }),
    result: postItem,
    failures,
  }),
  step: call({
    method: 'POST',
    path: '/api/posts/{id}/step',
    summary: 'Takes a post to its next state: into review, scheduled, published, archived, into the bin and back.',
    access: 'posts.edit',
    params: byId,
    body: z.object({
      revision,
      action: z.enum(postActions),
      /** When a scheduled post becomes public. */
      at: z.optional(z.number().check(z.int())),
    }),
    result: postItem,
    failures,
  }),
  revisions: call({
    method: 'GET',
    path: '/api/posts/{id}/texts/{locale}/revisions',
    summary: 'What was kept of one language, newest first.',
    access: 'posts.edit',
    params: z.object({ id, locale }),
    result: z.object({ items: z.array(revisionItem) }),
  }),
  revision: call({
    method: 'GET',
    path: '/api/posts/{id}/texts/{locale}/revisions/{number}',
    summary: 'One revision with its text.',
    access: 'posts.edit',
    params: z.object({ id, locale, number: z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)) }),
    result: z.object({ ...revisionItem.shape, excerpt: z.string(), seoTitle: z.string(), seoDescription: z.string(), body }),
  }),
  preview: call({
    method: 'POST',
    path: '/api/posts/{id}/texts/{locale}/preview',
    summary: 'A signed link to the draft of one language, for readers without a sign-in, for seven days.',
    access: 'posts.edit',
    params: z.object({ id, locale }),
    result: z.object({ url: z.string(), until: z.number() }),
    neverKept: 'neverKept',
  }),
};
