import { Button } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { BarButton } from '#kit/ui/light-parts.tsx';
import type { PostAction } from '../blog.rules.ts';
import type { PostItem } from '../posts.contract.ts';
import type { CategoryName } from './list-columns.part.tsx';
import { actionIcons, actionWord } from './list-menu.part.tsx';
import { sharedActions } from './list-steps.hook.ts';
import { listText } from './list-text.hook.ts';

/** Sending back needs a word to the author, and a schedule is cancelled in its row: neither is done for many at once. */
const forMany: readonly PostAction[] = [
  'submit',
  'schedule',
  'publish',
  'unpublish',
  'archive',
  'unarchive',
  'restore',
  'trash',
  'purge',
];

type BulkProps = {
  posts: readonly PostItem[];
  categories: readonly CategoryName[];
  onAct: (posts: readonly PostItem[], action: PostAction) => void;
  onCategory: (posts: readonly PostItem[], id: string | null) => void;
};
/** What all chosen posts allow. */
export function PostsBulk({ posts, categories, onAct, onCategory }: BulkProps) {
  const say = listText();
  const { can } = useAuth();
  const free = (post: PostItem) =>
    post.state === 'draft' || post.state === 'in_review' || (post.state !== 'trashed' && can('posts.publish'));
  const actions = sharedActions(posts).filter((action) => forMany.includes(action));
  return (
    <>
      {actions.map((action) => {
        const Icon = actionIcons[action];
        return (
          <Button
            key={action}
            variant="subtle"
            data-danger={action === 'trash' || action === 'purge' || undefined}
            leftSection={<Icon size={16} stroke={1.75} />}
            onClick={() => onAct(posts, action)}
          >
            {actionWord(action, posts, say)}
          </Button>
        );
      })}
      {posts.every(free) && categories.length > 0 && (
        <LazyMenu
          position="top-end"
          button={(props) => (
            <BarButton icon={<IconFolder size={16} stroke={1.75} />} {...props}>
              {say('list.category')}
            </BarButton>
          )}
        >
          {() => [
            <MenuItem key="none" onClick={() => onCategory(posts, null)}>
              {say('list.noCategory')}
            </MenuItem>,
            ...categories.map(({ id, name }) => (
              <MenuItem key={id} onClick={() => onCategory(posts, id)}>
                <bdi>{name}</bdi>
              </MenuItem>
            )),
          ]}
        </LazyMenu>
      )}
    </>
  );
}
