import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { categoriesCalls } from '../categories.contract.ts';
import type { postsCalls } from '../posts.contract.ts';
import type { blogCalls } from '../reading.contract.ts';
import {
  categoryChoices,
  categoryPosts,
  createCategory,
  editCategory,
  listCategories,
  moveCategory,
  orderPosts,
  removeCategory,
} from './categories.service.ts';
import { createPost, editPost, getPost, listPosts, writeText } from './posts.service.ts';
import { linkPreview } from './preview.service.ts';
import { readMenu, readPost, readPosts } from './reading.service.ts';
import { getRevision, listRevisions } from './revisions.service.ts';
import { stepPost } from './steps.service.ts';

export const categoriesHandlers: Handlers<typeof categoriesCalls, Ctx> = {
  list: (ctx) => listCategories(ctx),
  create: (ctx, { body }) => createCategory(ctx, body),
  edit: (ctx, { params, body }) => editCategory(ctx, { id: params.id, body }),
  move: (ctx, { params, body }) => moveCategory(ctx, { id: params.id, ...body }),
  remove: (ctx, { params, body }) => removeCategory(ctx, params.id, body.postsTo),
  posts: (ctx, { params }) => categoryPosts(ctx, params.id),
  order: (ctx, { params, body }) => orderPosts(ctx, params.id, body.posts),
};
export const postsHandlers: Handlers<typeof postsCalls, Ctx> = {
  list: (ctx, { query }) => listPosts(ctx, query),
  categories: (ctx) => categoryChoices(ctx),
  create: (ctx, { body }) => createPost(ctx, body),
  get: (ctx, { params, query }) => getPost(ctx, params.id, query.locale),
  write: (ctx, { params, body }) => writeText(ctx, { ...params, body }),
  edit: (ctx, { params, body }) => editPost(ctx, { id: params.id, body }),
  step: (ctx, { params, body }) => stepPost(ctx, { id: params.id, body }),
  revisions: (ctx, { params }) => listRevisions(ctx, params),
  revision: (ctx, { params }) => getRevision(ctx, params),
  preview: (ctx, { params }) => linkPreview(ctx, params),
};
export const blogHandlers: Handlers<typeof blogCalls, Ctx> = {
  posts: (ctx, { query }) => readPosts(ctx, query),
  read: (ctx, { params, query }) => readPost(ctx, { slug: params.slug, preview: query.preview }),
  menu: (ctx, { query }) => readMenu(ctx, query.locale),
};
