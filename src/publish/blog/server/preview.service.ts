/** Signed links to drafts: a link shows one language of one post to everybody who has it, until it ends. */
import { notFound } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { hmacHex, sameText } from '#kit/server/secrets.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { blogLimits } from '../blog.rules.ts';
import { blogEditorOf } from './categories.service.ts';
import { postById, postText } from './posts.queries.ts';
import type { ReadPostRow } from './reading.queries.ts';

const purpose = 'blog.preview';
const signed = (key: Uint8Array, of: { postId: string; locale: Locale; until: number }): string =>
  hmacHex(key, `${of.postId} ${of.locale} ${of.until}`);

/** A text without an address yet has no preview: `not_found`. */
export async function linkPreview(ctx: Ctx, of: { id: string; locale: Locale }): Promise<{ url: string; until: number }> {
  blogEditorOf(ctx, 'posts.edit');
  const text = await postText(ctx.system.read, of.id, of.locale);
  if (text === null || text.slug === '') throw notFound();
  const until = ctx.now() + blogLimits.previewDays * 86_400_000;
  const mark = signed(ctx.secrets.derive(purpose), { postId: of.id, locale: of.locale, until });
  await ctx.system.write((tx) => record(ctx, tx, { action: 'blog.post-previewed', subjectKind: 'blog_post', subjectId: of.id }));
  return { url: `${siteUrl(ctx)}/blog/${encodeURIComponent(text.slug)}?preview=${until}.${mark}`, until };
}

type PreviewRequest = { postId: string; locale: Locale; token: string };
/** The draft in the shape of what is live; null where the link is not ours, or over. */
export async function previewed(ctx: Ctx, of: PreviewRequest): Promise<{ row: ReadPostRow; until: number } | null> {
  const [time = '', mark = ''] = of.token.split('.');
  const until = Number(time);
  if (!/^\d{13}$/.test(time) || until < ctx.now()) return null;
  const known = ctx.secrets.deriveAll(purpose).some(({ key }) => sameText(signed(key, { ...of, until }), mark));
  if (!known) return null;
  const { read } = ctx.system;
  const [post, text] = await Promise.all([postById(read, of.postId), postText(read, of.postId, of.locale)]);
  if (post === null || text === null || post.state === 'trashed') return null;
  const { id, state, categoryId, authorName, tags, canonical, coverFileId, coverAlt } = post;
  const { slug, locale, title, excerpt, body, seoTitle, seoDescription, words, editedAt } = text;
  return {
    until,
    row: {
      ...{
        id,
        state,
        categoryId,
        authorName,
        tags,
        canonical,
        coverFileId,
        coverAlt,
        slug,
        locale,
        title,
        excerpt,
        body,
        seoTitle,
        seoDescription,
        words,
      },
      ...{ publishedAt: post.publishedAt ?? post.publishAt ?? new Date(ctx.now()), editedAt, rank: 0 },
    },
  };
}
