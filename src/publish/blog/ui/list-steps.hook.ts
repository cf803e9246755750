/** Which steps a list offers for posts, and how each is taken back. */
import { isPublic, type PostAction, type PostState } from '../blog.rules.ts';
import type { PostItem } from '../posts.contract.ts';

type SteppedPost = Pick<PostItem, 'state' | 'actions' | 'languages' | 'publishAt'>;
export const isEdited = ({ languages }: Pick<PostItem, 'languages'>): boolean => languages.some(({ state }) => state !== 'live');

/** In the order of the menu. Publishing again is a step only where readers would see something new. */
export const offeredActions = (post: SteppedPost): PostAction[] =>
  post.actions.filter(
    (action) => action !== 'publish' || !isPublic(post.state) || (post.state === 'published' && isEdited(post)),
  );

/** What all of these posts allow. */
export function sharedActions(posts: readonly SteppedPost[]): PostAction[] {
  const [first, ...others] = posts;
  if (first === undefined) return [];
  return offeredActions(first).filter((action) => others.every((post) => offeredActions(post).includes(action)));
}

export type BackStep = { action: PostAction; at?: number };
const fromDraft = (post: SteppedPost): BackStep[] => {
  const back: Readonly<Partial<Record<PostState, readonly PostAction[]>>> = {
    in_review: ['submit'],
    published: ['publish'],
    archived: ['publish', 'archive'],
  };
  if (post.state === 'scheduled' && post.publishAt !== null) return [{ action: 'schedule', at: post.publishAt }];
  return (back[post.state] ?? []).map((action) => ({ action }));
};

/** Steps that lead back to where the post was before the action; null where that would show readers something else. */
export function wayBack(post: SteppedPost, action: PostAction): BackStep[] | null {
  switch (action) {
    case 'submit':
      return [{ action: 'return' }];
    case 'return':
    case 'unschedule':
      return fromDraft(post);
    case 'schedule':
      return post.state === 'scheduled' ? fromDraft(post) : [{ action: 'unschedule' }, ...fromDraft(post)];
    case 'archive':
      return [{ action: 'unarchive' }];
    case 'unarchive':
      return [{ action: 'archive' }];
    case 'restore':
      return [{ action: 'trash' }];
    case 'trash':
      // what was edited since would become public with it
      return isPublic(post.state) && isEdited(post) ? null : [{ action: 'restore' }, ...fromDraft(post)];
    case 'publish':
    case 'unpublish':
    case 'purge':
      return null;
  }
}
