/** Posts for those who write them: lists, what all languages of one share, its drafts and what was kept of them. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import { countWords, emptyRichText, plainTextOf } from '#kit/rich-text.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { pageOf, requirePosition, timeCursor } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { blogLimits, isSlugOfTitle, numberedSlug, slugOf } from '../blog.rules.ts';
import type { PostDetail, PostItem, postsCalls } from '../posts.contract.ts';
import type { PostRow, PostTextRow } from './blog.table.ts';
import { blogEditorOf } from './categories.service.ts';
import { categoryById } from './categories.queries.ts';
import { isEdited, textFor, viewDetail, viewItem, viewItems, viewText } from './post-view.service.ts';
import {
  countPosts,
  insertPost,
  insertText,
  lockPost,
  postById,
  postsPage,
  postText,
  releaseSlug,
  revisionsById,
  setPost,
  setText,
  stateCounts,
  takenSlugs,
  takeSlug,
  touchPost,
} from './posts.queries.ts';
import { requireNewEmbeds } from './embeds.service.ts';
import { keepPictures, requireNewPictures, requirePictures } from './pictures.service.ts';
import { keepDraft, keepNamed } from './revisions.service.ts';

export async function listPosts(
  ctx: Ctx,
  query: Parsed<typeof postsCalls.list>['query'],
): Promise<ResultIn<typeof postsCalls.list>> {
  blogEditorOf(ctx, 'posts.edit');
  const { read } = ctx.system;
  const { cursor, limit, search = '', state, category, locale } = query;
  const filter = {
    ...(state === undefined ? {} : { state }),
    ...(category === undefined ? {} : { category }),
    ...(locale === undefined ? {} : { locale }),
    ...(search === '' ? {} : { search }),
  };
  const rows = await postsPage(read, filter, { after: requirePosition(timeCursor, cursor), limit: limit + 1 });
  const { shown, next } = pageOf(rows, limit, ({ updatedAt, id }) => timeCursor.write({ at: updatedAt, id }));
  const [items, total, counts] = await Promise.all([viewItems(ctx, read, shown), countPosts(read, filter), stateCounts(read)]);
  return { items, next, total, counts };
}

type NewText = Pick<PostTextRow, 'postId' | 'locale' | 'editedAt' | 'editedBy'>;
const blankText = (key: NewText): PostTextRow => ({
  ...{ slug: '', title: '', excerpt: '', body: emptyRichText, seoTitle: '', seoDescription: '', words: 0 },
  ...{ liveRevision: null, wasPublic: false, revision: 1 },
  ...key,
});

export async function createPost(ctx: Ctx, body: Parsed<typeof postsCalls.create>['body']): Promise<PostDetail> {
  const actor = blogEditorOf(ctx, 'posts.edit');
  const { locale, title } = body;
  const [id, at] = [newId(ctx.now()), new Date(ctx.now())];
  const row: PostRow = {
    ...{ id, state: 'draft', locale, categoryId: null, position: null, authorId: actor.userId, authorName: actor.name, tags: [] },
    ...{
      canonical: null,
      coverFileId: null,
      coverAlt: '',
      publishAt: null,
      publishedAt: null,
      wasPublic: false,
      trashedAt: null,
      revision: 1,
    },
    ...{ createdBy: actor.userId, updatedBy: actor.userId, createdAt: at, updatedAt: at },
  };
  return ctx.system.write(async (tx) => {
    await insertPost(tx, row);
    const text = { ...blankText({ postId: id, locale, editedAt: at, editedBy: actor.userId }), title };
    text.slug = await claimSlug(tx, { text, titleBefore: '', wanted: undefined, at });
    await insertText(tx, text);
    await record(ctx, tx, { action: 'blog.post-created', subjectKind: 'blog_post', subjectId: id });
    return viewDetail(ctx, tx, { row, text });
  });
}

export async function getPost(ctx: Ctx, id: string, locale: Locale | undefined): Promise<PostDetail> {
  blogEditorOf(ctx, 'posts.edit');
  const { read } = ctx.system;
  const row = await postById(read, id);
  if (row === null) throw notFound();
  return viewDetail(ctx, read, { row, text: await textFor(read, row, locale) });
}

/** The first free address among `slug`, `slug-2` … */
async function freeSlug(tx: Db, slug: string): Promise<string> {
  const offers = [slug, ...Array.from({ length: 50 }, (_none, at) => numberedSlug(slug, at + 2))];
  const taken = await takenSlugs(tx, offers);
  return offers.find((one) => !taken.has(one)) ?? numberedSlug(slug, Number(newId().replaceAll(/\D/g, '').slice(-4)));
}

/** Another post may take the address that was free a moment ago. */
async function takeFreeSlug(tx: Db, claim: { slug: string; postId: string; locale: Locale; at: Date }): Promise<string> {
  for (;;) {
    const slug = await freeSlug(tx, claim.slug);
    if (await takeSlug(tx, { ...claim, slug })) return slug;
  }
}

type SlugClaim = { text: PostTextRow; titleBefore: string; wanted: string | undefined; at: Date };
/** The address of the text: the one that is wanted; else, while no reader has seen it, one that follows the title. */
async function claimSlug(tx: Db, { text, titleBefore, wanted, at }: SlugClaim): Promise<string> {
  const { postId, locale, slug: current, liveRevision } = text;
  const suggested = slugOf(text.title);
  const madeFromBefore = current === '' || isSlugOfTitle(current, titleBefore);
  const follows = liveRevision === null && suggested !== '' && madeFromBefore && !isSlugOfTitle(current, text.title);
  if (wanted === undefined)
    return follows || (current === '' && suggested !== '') ? takeFreeSlug(tx, { slug: suggested, postId, locale, at }) : current;
  if (wanted === current || wanted === '') return current;
  if (!(await takeSlug(tx, { slug: wanted, postId, locale, at })))
    throw new Failure('slug_taken', { fields: { 'body.slug': 'slug_taken' }, data: { free: await freeSlug(tx, wanted) } });
  return wanted;
}
/** An address that no reader has seen is free again once another one was taken. */
async function releaseOld(tx: Db, text: PostTextRow, now: string): Promise<void> {
  const { slug: before, wasPublic } = text;
  if (before !== '' && before !== now && !wasPublic) await releaseSlug(tx, before);
}

type PostWriting = { id: string; locale: Locale; body: Parsed<typeof postsCalls.write>['body'] };
/** Saves a draft. What it overwrites is kept as a revision unless the same person wrote it minutes ago. */
export async function writeText(ctx: Ctx, { id, locale, body }: PostWriting): Promise<ResultIn<typeof postsCalls.write>> {
  const actor = blogEditorOf(ctx, 'posts.edit');
  const { revision, slug: wanted, name, ...written } = body;
  const bodyBefore = (await postText(ctx.system.read, id, locale))?.body ?? null;
  await requireNewPictures(ctx, written.body, bodyBefore);
  await requireNewEmbeds(ctx, written.body, bodyBefore);
  return ctx.system.write(async (tx) => {
    const row = await lockPost(tx, id);
    if (row === null) throw notFound();
    if (row.state === 'trashed') throw new Failure('no_such_step', { data: { state: row.state } });
    const before = await postText(tx, id, locale);
    if ((before?.revision ?? null) !== revision)
      throw new Failure('changed_meanwhile', { data: { version: before?.revision ?? 0 } });
    const at = new Date(ctx.now());
    const blank = blankText({ postId: id, locale, editedAt: at, editedBy: actor.userId });
    if (before === null) await insertText(tx, blank);
    else await keepDraft(ctx, tx, { text: before, actor, always: name !== undefined });
    const draft = { ...(before ?? blank), ...written };
    // readers come by it at once
    if (draft.liveRevision !== null && wanted !== undefined && wanted !== draft.slug) blogEditorOf(ctx, 'posts.publish');
    const change = {
      ...written,
      slug: await claimSlug(tx, { text: draft, titleBefore: before?.title ?? '', wanted, at }),
      words: countWords(plainTextOf(written.body)),
      // naming a revision, or a letter typed and deleted, edits nothing
      ...(before !== null && !isEdited(draft, before) ? {} : { editedAt: at, editedBy: actor.userId }),
    };
    await setText(tx, { postId: id, locale }, change);
    const [live] = draft.liveRevision === null ? [] : await revisionsById(tx, [draft.liveRevision]);
    await keepPictures(tx, { postId: id, locale, draft: written.body, live: live?.body ?? null });
    await releaseOld(tx, draft, change.slug);
    const text = await textFor(tx, row, locale);
    if (name !== undefined) await keepNamed(ctx, tx, { text, name });
    const by = { updatedAt: at, updatedBy: actor.userId };
    const back = row.state === 'scheduled' ? { state: 'in_review' as const, publishAt: null } : {};
    // who may not publish changes what others approve: a step that was decided on the text before is refused
    const post = actor.scope.includes('posts.publish') ? await touchPost(tx, id, by) : await setPost(tx, id, { ...by, ...back });
    return { ...(await viewText(ctx, tx, text)), post: await viewItem(ctx, tx, post ?? row) };
  });
}

type PostEdit = { id: string; body: Parsed<typeof postsCalls.edit>['body'] };
/** What all languages share; of a public post it changes what readers see, so it asks for the right to publish. */
export async function editPost(ctx: Ctx, { id, body }: PostEdit): Promise<PostItem> {
  const actor = blogEditorOf(ctx, 'posts.edit');
  const { revision, categoryId, tags, authorName, canonical, cover } = body;
  if (cover != null && cover.file !== (await postById(ctx.system.read, id))?.coverFileId)
    await requirePictures(ctx, [cover.file]);
  return ctx.system.write(async (tx) => {
    const row = await lockPost(tx, id);
    if (row === null) throw notFound();
    if (row.state !== 'draft' && row.state !== 'in_review') blogEditorOf(ctx, 'posts.publish');
    if (row.revision !== revision) throw new Failure('changed_meanwhile', { data: { version: row.revision } });
    if (categoryId != null && (await categoryById(tx, categoryId)) === null) throw notFound();
    const changed = await setPost(tx, id, {
      ...(categoryId === undefined ? {} : { categoryId, position: null }),
      ...(tags === undefined ? {} : { tags: [...new Set(tags)].slice(0, blogLimits.tags) }),
      ...(authorName === undefined ? {} : { authorName }),
      ...(canonical === undefined ? {} : { canonical }),
      ...(cover === undefined ? {} : { coverFileId: cover?.file ?? null, coverAlt: cover?.alt ?? '' }),
      updatedAt: new Date(ctx.now()),
      updatedBy: actor.userId,
    });
    await record(ctx, tx, { action: 'blog.post-changed', subjectKind: 'blog_post', subjectId: id });
    return viewItem(ctx, tx, changed ?? row);
  });
}
