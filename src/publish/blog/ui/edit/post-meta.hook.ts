import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { blogLimits } from '../../blog.rules.ts';
import type { CoverPicture } from '../../posts.contract.ts';
import type { PostEditChange } from './edit-data.hook.ts';
import { postsApi } from '../posts-api.hook.ts';
import type { PostWriting, SharedFields } from './post-writing.hook.ts';

export type PostMeta = SharedFields & {
  /** The person may not change what readers see. */
  isLocked: boolean;
  trouble: unknown;
  edit: (change: PostEditChange) => Promise<boolean>;
  editCover: (cover: CoverPicture | null) => Promise<boolean>;
  editTags: (typed: string) => Promise<boolean>;
};

const tagsOf = (typed: string): string[] =>
  [...new Set(typed.split(/[,،、，]/).map((tag) => tag.trim().replaceAll(/\s+/g, ' ').slice(0, blogLimits.tag)))]
    .filter((tag) => tag !== '')
    .slice(0, blogLimits.tags);

/** What all languages of a post share. Each field is saved when it is left. */
export function usePostMeta(writing: PostWriting): PostMeta {
  const api = useApi(postsApi);
  const queries = useQueryClient();
  const { post, shared, setPost, setShared, changePost } = writing;
  const [trouble, setTrouble] = useState<unknown>(null);
  const edit = async (change: PostEditChange, more: Partial<SharedFields> = {}): Promise<boolean> => {
    try {
      await changePost(({ id, revision }) => api.posts.edit({ params: { id }, body: { ...change, revision } }));
      setShared({ ...shared, ...pick(change), ...more });
      setTrouble(null);
      void queries.invalidateQueries({ queryKey: ['blog', 'posts.list'] });
      return true;
    } catch (error) {
      if (post !== null && error instanceof Failure && error.code === 'changed_meanwhile') {
        const { tags, canonical, coverPicture, ...now } = await api.posts.get({ params: { id: post.id } });
        setPost(now);
        setShared({ tags, canonical, coverPicture });
      }
      setTrouble(error);
      return false;
    }
  };
  const editCover = (cover: CoverPicture | null) =>
    edit({ cover: cover === null ? null : { file: cover.file, alt: cover.alt } }, { coverPicture: cover });
  const isSeen = post !== null && post.state !== 'draft' && post.state !== 'in_review';
  const isLocked = post?.state === 'trashed' || (isSeen && !post.actions.some((action) => action !== 'restore'));
  return { ...shared, isLocked, trouble, edit, editCover, editTags: (typed) => edit({ tags: tagsOf(typed) }) };
}
const pick = ({ tags, canonical }: PostEditChange): Partial<SharedFields> => ({
  ...(tags !== undefined && { tags }),
  ...(canonical !== undefined && { canonical }),
});
