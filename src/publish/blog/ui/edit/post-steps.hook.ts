/** What the head of the editor offers: one step in front, the others in its menu. */
import type { PostAction } from '../../blog.rules.ts';
import type { PostItem } from '../../posts.contract.ts';
import { offeredActions } from '../list-steps.hook.ts';

export type PostSteps = { primary: PostAction | null; others: PostAction[] };

const order: readonly PostAction[] = ['publish', 'submit', 'restore', 'unarchive'];

export function stepsOf(post: Pick<PostItem, 'state' | 'actions' | 'languages' | 'publishAt'>): PostSteps {
  const offered = offeredActions(post);
  // what is scheduled waits for its time: publishing it now is not what people come for
  const primary = post.state === 'scheduled' ? null : (order.find((action) => offered.includes(action)) ?? null);
  return { primary, others: offered.filter((action) => action !== primary && action !== 'purge') };
}
