import { IconArchive, IconCheck, IconTrash } from '@tabler/icons-react';
import { Failure } from '#kit/errors.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { isPublic, type PostAction } from '../blog.rules.ts';
import type { PostItem } from '../posts.contract.ts';
import { type PostsClient, postsApi, useBlogRefresh } from './posts-api.hook.ts';
import { type BackStep, wayBack } from './list-steps.hook.ts';
import { listText, refusalsOf } from './list-text.hook.ts';

const icons: Readonly<Partial<Record<PostAction, typeof IconCheck>>> = { trash: IconTrash, archive: IconArchive };

/** Each post for itself: what is refused for one of them leaves the others as they are. */
async function forEachPost<T>(posts: readonly PostItem[], run: (post: PostItem) => Promise<T>) {
  const done: { post: PostItem; result: T }[] = [];
  const refused: unknown[] = [];
  for (const post of posts)
    await run(post).then(
      (result) => done.push({ post, result }),
      (error: unknown) => refused.push(error),
    );
  return { done, refused };
}

async function takeBack(api: PostsClient, { id, revision }: PostItem, way: readonly BackStep[]): Promise<void> {
  let now = revision;
  for (const step of way) now = (await api.posts.step({ params: { id }, body: { revision: now, ...step } })).revision;
}

type ActOptions = { action: PostAction; at?: number };
export type ActOnPosts = {
  /** Takes the posts a step on. False: nothing was done. Throws what the server refuses of one post. */
  take: (posts: readonly PostItem[], options: ActOptions) => Promise<boolean>;
  setCategory: (posts: readonly PostItem[], categoryId: string | null) => Promise<void>;
  wordsOf: (error: unknown) => string;
};
/** What lists do with posts, with a way back where there is one. `onRefused` hears of posts among several that stayed as they were. */
export function useActOnPosts(onRefused: (text: string) => void): ActOnPosts {
  const say = listText();
  const api = useApi(postsApi);
  const ask = useAsk();
  const toast = useToast();
  const refresh = useBlogRefresh();
  const wordsOf = useFailureText(refusalsOf(say));
  const many = (count: number) => say('list.many', { count });
  const titled = (title: string, count: number) => (count === 1 ? title : `${title} (${many(count)})`);
  const named = (text: string, count: number) => (count === 1 ? text : `${many(count)}: ${text}`);
  const isSure = async (posts: readonly PostItem[], { action }: ActOptions): Promise<boolean> => {
    const count = posts.length;
    if (action === 'purge')
      return ask({
        title: titled(say('list.purge.title'), count),
        lead: say('list.purge.lead'),
        verb: say('list.purge.verb'),
        safe: say('list.purge.safe'),
      });
    const down = posts.filter((post) => isPublic(post.state) && (action === 'unpublish' || wayBack(post, action) === null));
    if ((action !== 'unpublish' && action !== 'trash') || down.length === 0) return true;
    return ask({
      title: titled(say('list.down.title'), down.length),
      lead: say('list.down.lead'),
      verb: say(`list.actions.${action}`),
      safe: say('list.down.safe'),
    });
  };
  const tellRefused = (posts: readonly PostItem[], refused: readonly unknown[]) => {
    if (refused.length === 0) return;
    if (posts.length === 1) throw refused[0];
    onRefused(say('list.refused', { many: many(refused.length), reason: wordsOf(refused[0]) }));
  };
  const take = async (posts: readonly PostItem[], options: ActOptions): Promise<boolean> => {
    if (!(await isSure(posts, options))) return false;
    const { action, at } = options;
    const { done, refused } = await forEachPost(posts, ({ id, revision }) =>
      api.posts.step({ params: { id }, body: { revision, action, ...(at !== undefined && { at }) } }),
    );
    await refresh();
    const ways = done.flatMap(({ post, result }) => {
      const way = wayBack(post, action);
      return way === null ? [] : [{ after: result, way }];
    });
    const undo = async () => {
      const back = await Promise.allSettled(ways.map(({ after, way }) => takeBack(api, after, way)));
      await refresh();
      const failed = back.find((one) => one.status === 'rejected');
      if (failed !== undefined) onRefused(wordsOf(failed.reason));
    };
    if (done.length > 0)
      toast({
        icon: icons[action] ?? IconCheck,
        text: named(say(`list.done.${action}`), done.length),
        ...(ways.length === done.length && { undo }),
      });
    tellRefused(posts, refused);
    return done.length > 0;
  };
  const setCategory = async (posts: readonly PostItem[], categoryId: string | null) => {
    const { done, refused } = await forEachPost(posts, ({ id, revision }) =>
      api.posts.edit({ params: { id }, body: { revision, categoryId } }),
    );
    await refresh();
    if (done.length > 0) toast({ icon: IconCheck, text: named(say('list.done.category'), done.length) });
    tellRefused(posts, refused);
  };
  return { take, setCategory, wordsOf };
}

/** Opens an address that has to be asked for. The tab is opened at once: browsers refuse one that comes after an answer. */
export async function openInTab(addressOf: () => Promise<string>): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const address = await addressOf();
    if (tab === null) window.location.assign(address);
    else tab.location.assign(address);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/** Opens what readers see of a post, or its draft by a signed link. */
export function useOpenPost(onTrouble: (text: string) => void): (post: PostItem) => void {
  const say = listText();
  const api = useApi(postsApi);
  const wordsOf = useFailureText(refusalsOf(say));
  return (post) => {
    if (isPublic(post.state)) return void window.open(`/blog/${encodeURIComponent(post.slug)}`, '_blank', 'noopener');
    if (post.slug === '') return onTrouble(wordsOf(new Failure('not_ready')));
    const params = { id: post.id, locale: post.locale };
    openInTab(async () => (await api.posts.preview({ params })).url).catch((error: unknown) => onTrouble(wordsOf(error)));
  };
}
