import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Locale } from '#kit/facts.ts';
import type { Db } from '#kit/server/db/db.ts';
import { libraryFilesSql } from '#core/files/server/files.sql.ts';
import { blogPictures, blogPosts, blogTexts } from './blog.table.ts';

type TextKey = { postId: string; locale: Locale };
const ofText = ({ postId, locale }: TextKey) => and(eq(blogPictures.postId, postId), eq(blogPictures.locale, locale));

/** Takes the place of what was there. A file that was deleted meanwhile is left out. */
export async function setPictures(tx: Db, key: TextKey, fileIds: readonly string[]): Promise<void> {
  await tx.delete(blogPictures).where(ofText(key));
  await tx.execute(sql`insert into blog_pictures (post_id, locale, file_id)
    select ${key.postId}, ${key.locale}, id from ${libraryFilesSql} library_files where id = any(${sql.param([...fileIds])}::uuid[])`);
}

export type PostWithFile = { fileId: string; postId: string; title: string };
/** Posts that show these files, as cover or in one of their texts, with the title of the original. */
export async function postsWithFiles(db: Db, fileIds: readonly string[]): Promise<PostWithFile[]> {
  const ids = [...fileIds];
  if (ids.length === 0) return [];
  const shown = db
    .select({ fileId: blogPictures.fileId, postId: blogPictures.postId })
    .from(blogPictures)
    .where(inArray(blogPictures.fileId, ids))
    .union(
      db
        .select({ fileId: sql<string>`${blogPosts.coverFileId}`.as('file_id'), postId: blogPosts.id })
        .from(blogPosts)
        .where(inArray(blogPosts.coverFileId, ids)),
    )
    .as('shown');
  return db
    .select({ fileId: shown.fileId, postId: shown.postId, title: blogTexts.title })
    .from(shown)
    .innerJoin(blogPosts, eq(blogPosts.id, shown.postId))
    .innerJoin(blogTexts, and(eq(blogTexts.postId, blogPosts.id), eq(blogTexts.locale, blogPosts.locale)))
    .where(ne(blogPosts.state, 'trashed'));
}
