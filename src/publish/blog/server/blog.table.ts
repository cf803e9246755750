import { boolean, customType, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Locale } from '#kit/facts.ts';
import type { RichText } from '#kit/rich-text.ts';
import type { PostState } from '../blog.rules.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true });
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export type ByLocale = Partial<Record<Locale, string>>;
export const blogCategories = pgTable('blog_categories', {
  id: uuid().primaryKey(),
  parentId: uuid('parent_id'),
  position: integer().notNull(),
  slug: text().notNull(),
  formerSlugs: text('former_slugs').array().notNull(),
  names: jsonb().$type<ByLocale>().notNull(),
  descriptions: jsonb().$type<ByLocale>().notNull(),
  ordering: text().$type<'date' | 'hand'>().notNull(),
  revision: integer().notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});
export type CategoryRow = typeof blogCategories.$inferSelect;

export const blogPosts = pgTable('blog_posts', {
  id: uuid().primaryKey(),
  state: text().$type<PostState>().notNull(),
  locale: text().$type<Locale>().notNull(),
  categoryId: uuid('category_id'),
  position: integer(),
  authorId: uuid('author_id'),
  authorName: text('author_name').notNull(),
  tags: text().array().notNull(),
  canonical: text(),
  coverFileId: uuid('cover_file_id'),
  coverAlt: text('cover_alt').notNull().default(''),
  publishAt: moment('publish_at'),
  publishedAt: moment('published_at'),
  wasPublic: boolean('was_public').notNull(),
  trashedAt: moment('trashed_at'),
  revision: integer().notNull(),
  createdBy: uuid('created_by'),
  updatedBy: uuid('updated_by'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});
export type PostRow = typeof blogPosts.$inferSelect;

const written = {
  postId: uuid('post_id').notNull(),
  locale: text().$type<Locale>().notNull(),
  title: text().notNull(),
  excerpt: text().notNull(),
  body: jsonb().$type<RichText>().notNull(),
  seoTitle: text('seo_title').notNull(),
  seoDescription: text('seo_description').notNull(),
  words: integer().notNull(),
};
export const blogRevisions = pgTable('blog_revisions', {
  ...written,
  id: uuid().primaryKey(),
  number: integer().notNull(),
  name: text(),
  madeBy: uuid('made_by'),
  madeAt: moment('made_at').notNull(),
});
export type PostRevisionRow = typeof blogRevisions.$inferSelect;

export const blogTexts = pgTable(
  'blog_texts',
  {
    ...written,
    slug: text().notNull(),
    liveRevision: uuid('live_revision'),
    wasPublic: boolean('was_public').notNull(),
    search: tsvector(),
    editedAt: moment('edited_at').notNull(),
    editedBy: uuid('edited_by'),
    revision: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.locale] })],
);
export type PostTextRow = Omit<typeof blogTexts.$inferSelect, 'search'>;

export const blogSlugs = pgTable('blog_slugs', {
  slug: text().primaryKey(),
  postId: uuid('post_id').notNull(),
  locale: text().$type<Locale>().notNull(),
  createdAt: moment('created_at').notNull(),
});

export const blogPictures = pgTable(
  'blog_pictures',
  {
    postId: uuid('post_id').notNull(),
    locale: text().$type<Locale>().notNull(),
    fileId: uuid('file_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.locale, table.fileId] })],
);
