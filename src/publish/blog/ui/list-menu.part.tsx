import {
  IconArchive,
  IconArchiveOff,
  IconArrowBackUp,
  IconCalendarOff,
  IconCalendarTime,
  IconExternalLink,
  IconEyeOff,
  IconPencil,
  IconSend,
  IconTrash,
  IconTrashX,
  IconWorldUp,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { MenuDivider, MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { RowMenu } from '#kit/ui/table/row-menu.tsx';
import { isPublic, type PostAction } from '../blog.rules.ts';
import type { PostItem } from '../posts.contract.ts';
import { titleOf } from './list-columns.part.tsx';
import { offeredActions } from './list-steps.hook.ts';
import { type ListSay, listText } from './list-text.hook.ts';

export const actionIcons: Readonly<Record<PostAction, typeof IconSend>> = {
  submit: IconSend,
  return: IconArrowBackUp,
  schedule: IconCalendarTime,
  unschedule: IconCalendarOff,
  publish: IconWorldUp,
  unpublish: IconEyeOff,
  archive: IconArchive,
  unarchive: IconArchiveOff,
  trash: IconTrash,
  restore: IconArrowBackUp,
  purge: IconTrashX,
};
/** A word by what it means for these posts: who publishes a public post publishes its changes. */
export function actionWord(action: PostAction, posts: readonly PostItem[], say: ListSay): string {
  if (action === 'publish' && posts.every(({ state }) => state === 'published')) return say('list.actions.publishChanges');
  if (action === 'schedule' && posts.every(({ state }) => state === 'scheduled')) return say('list.actions.reschedule');
  return say(`list.actions.${action}`);
}
const isLast = (action: PostAction): boolean => action === 'trash' || action === 'purge';

type MenuProps = {
  post: PostItem;
  onAct: (posts: readonly PostItem[], action: PostAction) => void;
  onPreview: (post: PostItem) => void;
};
function Items({ post, onAct, onPreview }: MenuProps) {
  const say = listText();
  const navigate = useNavigate();
  const actions = offeredActions(post);
  const item = (action: PostAction) => {
    const Icon = actionIcons[action];
    return (
      <MenuItem
        key={action}
        {...(isLast(action) && { color: 'red' })}
        leftSection={
          <Icon size={16} stroke={1.75} {...((action === 'return' || action === 'restore') && { className: 'turn' })} />
        }
        onClick={() => onAct([post], action)}
      >
        {actionWord(action, [post], say)}
      </MenuItem>
    );
  };
  return (
    <>
      {post.state !== 'trashed' && (
        <>
          <MenuItem
            leftSection={<IconPencil size={16} stroke={1.75} />}
            onClick={() => void navigate(`/posts/edit-posts/${post.id}`)}
          >
            {say('list.actions.edit')}
          </MenuItem>
          <MenuItem leftSection={<IconExternalLink className="turn" size={16} stroke={1.75} />} onClick={() => onPreview(post)}>
            {say(isPublic(post.state) ? 'list.actions.read' : 'list.actions.preview')}
          </MenuItem>
        </>
      )}
      {actions.filter((action) => !isLast(action)).map(item)}
      {actions.some(isLast) && <MenuDivider />}
      {actions.filter(isLast).map(item)}
    </>
  );
}

/** What else can be done with a post. What is not allowed is not there. */
export function PostMenu(props: MenuProps) {
  const say = listText();
  return <RowMenu label={say('list.actions.more', { name: titleOf(props.post, say) })}>{() => <Items {...props} />}</RowMenu>;
}
