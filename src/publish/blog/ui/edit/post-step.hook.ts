import { Failure } from '#kit/errors.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { isPublic, type PostAction, type PostState } from '../../blog.rules.ts';
import { blogText } from './blog-text.hook.ts';
import { postsApi, useBlogRefresh } from '../posts-api.hook.ts';
import type { PostWriting } from './post-writing.hook.ts';

export type TakeStep = (action: PostAction, at?: number) => Promise<boolean>;

/** Takes the post of an open editor a step on, after what is not saved yet is. False: it stays as it is, and the reason was given. */
export function usePostStep(writing: PostWriting, onTrouble: (error: unknown) => void): TakeStep {
  const say = blogText();
  const api = useApi(postsApi);
  const ask = useAsk();
  const toast = useToast();
  const refresh = useBlogRefresh();
  const { saver } = writing;
  const isSure = async (action: PostAction, state: PostState): Promise<boolean> => {
    if (!isPublic(state) || (action !== 'unpublish' && action !== 'trash')) return true;
    return ask({
      title: say('list.down.title', { count: 1 }),
      lead: say('list.down.lead'),
      verb: say(`list.actions.${action}`),
      safe: say('list.down.safe'),
    });
  };
  return async (action, at) => {
    const { post } = writing;
    if (!(await isSure(action, post?.state ?? 'draft'))) return false;
    try {
      if (!(await saver.flush())) throw new Failure('not_saved');
      await writing.changePost(({ id, revision }) =>
        api.posts.step({ params: { id }, body: { revision, action, ...(at !== undefined && { at }) } }),
      );
      onTrouble(null);
      void refresh();
      toast({ text: say(`list.done.${action}`, { count: 1 }) });
      return true;
    } catch (error) {
      // the next press goes by what another person made of it
      if (post !== null && error instanceof Failure && error.code === 'changed_meanwhile')
        writing.setPost(await api.posts.get({ params: { id: post.id } }));
      onTrouble(error);
      return false;
    }
  };
}
