/** Pictures of the library in posts: which an editor may take, where readers find them, and which posts show one. */
import { Failure } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import { referencesOf, type RichText } from '#kit/rich-text.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { type LibraryFile, publicFiles, requireSeen } from '#core/files/server/files.service.ts';
import type { PostPicture } from '../reading.contract.ts';
import { postsWithFiles, setPictures } from './pictures.queries.ts';

const picturesIn = (text: RichText): string[] => referencesOf(text).files;

/** Throws `picture_unknown` for a file that the editor does not see, or that is no picture. */
export async function requirePictures(ctx: Ctx, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const unknown = new Failure('picture_unknown');
  for (const id of fileIds) await requireSeen(ctx, id).catch(() => Promise.reject(unknown));
  const files = await publicFiles(ctx, fileIds);
  if (fileIds.some((id) => files.get(id)?.kind !== 'picture')) throw unknown;
}

type DrawnPost = { postId: string; locale: Locale; draft: RichText; live: RichText | null };
/** Notes which pictures the text shows, to its editors and to its readers. */
export const keepPictures = (tx: Db, { postId, locale, draft, live }: DrawnPost): Promise<void> =>
  setPictures(tx, { postId, locale }, [...new Set([...picturesIn(draft), ...(live === null ? [] : picturesIn(live))])]);
/** What is there already may stay, no matter who put it there. Throws `picture_unknown`. */
export async function requireNewPictures(ctx: Ctx, draft: RichText, before: RichText | null): Promise<void> {
  const known = new Set(before === null ? [] : picturesIn(before));
  await requirePictures(
    ctx,
    picturesIn(draft).filter((id) => !known.has(id)),
  );
}

const pictureOf = ({ id, width, height, publicUrl, publicPreview, publicThumbnail }: LibraryFile): PostPicture => ({
  file: id,
  src: publicPreview ?? publicUrl,
  small: publicThumbnail ?? publicPreview ?? publicUrl,
  width: width ?? 0,
  height: height ?? 0,
});
/** Where pictures are; those that are not there any more are left out. */
export async function findPictures(ctx: Ctx, fileIds: readonly string[]): Promise<Map<string, PostPicture>> {
  const files = await publicFiles(ctx, [...new Set(fileIds)]);
  return new Map([...files].map(([id, file]) => [id, pictureOf(file)]));
}
export const picturesOf = async (ctx: Ctx, text: RichText): Promise<PostPicture[]> => [
  ...(await findPictures(ctx, picturesIn(text))).values(),
];

type PostUse = { kind: 'post'; id: string; name: string; path: string | null };
/** Posts that show these files, by file. The library asked who sees the files. */
export async function postsShowing(ctx: Ctx, fileIds: readonly string[]): Promise<Map<string, PostUse[]>> {
  const { actor } = ctx;
  const edits = actor.kind === 'user' && actor.scope.includes('posts.edit');
  const uses = new Map<string, PostUse[]>();
  for (const { fileId, postId, title } of await postsWithFiles(ctx.system.read, fileIds)) {
    const use = { kind: 'post' as const, id: postId, name: title, path: edits ? `/posts/edit-posts/${postId}` : null };
    uses.set(fileId, [...(uses.get(fileId) ?? []), use]);
  }
  return uses;
}
