import { type StatusState, Status } from '#kit/ui/status.tsx';
import type { PostState } from '../blog.rules.ts';

export const statusOfPost: Readonly<Record<PostState, StatusState>> = {
  draft: 'draft',
  in_review: 'inReview',
  scheduled: 'scheduled',
  published: 'published',
  archived: 'archived',
  trashed: 'binned',
};
export const PostStateMark = ({ state }: { state: PostState }) => <Status of={statusOfPost[state]} />;
