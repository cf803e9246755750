import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#kit/ui/query/api.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import { blogText } from './blog-text.hook.ts';
import { conflictQuery } from './edit-data.hook.ts';
import { postsApi } from '../posts-api.hook.ts';
import type { PostWriting } from './post-writing.hook.ts';

/** Another person saved this text meanwhile: which of the two goes on, while the other stays among the revisions. */
function Conflict({ writing, postId }: { writing: PostWriting; postId: string }) {
  const say = blogText();
  const time = useTimeText();
  const api = useApi(postsApi);
  const other = useQuery(conflictQuery(api, { id: postId, locale: writing.locale })).data?.text;
  return (
    <Banner
      hue="amber"
      action={
        <>
          <Button size="compact-md" onClick={() => void writing.resolve('theirs')}>
            {say('edit.useTheirs')}
          </Button>
          <Button size="compact-md" variant="filled" onClick={() => void writing.resolve('mine')}>
            {say('edit.keepMine')}
          </Button>
        </>
      }
    >
      {other === undefined
        ? say('edit.conflict')
        : say('edit.conflictBy', { name: other.editedBy?.name ?? say('edit.somebody'), time: time(other.editedAt) })}
    </Banner>
  );
}

export function EditWarnings({ writing }: { writing: PostWriting }) {
  const say = blogText();
  const { post, state, unsent } = writing;
  return (
    <>
      {state.kind === 'conflict' && post !== null && <Conflict writing={writing} postId={post.id} />}
      {unsent !== null && (
        <Banner
          hue="blue"
          action={
            <>
              <Button size="compact-md" onClick={writing.dropUnsent}>
                {say('edit.dropUnsent')}
              </Button>
              <Button size="compact-md" variant="filled" onClick={() => void writing.restoreUnsent()}>
                {say('edit.useUnsent')}
              </Button>
            </>
          }
        >
          {say('edit.unsent')}
        </Banner>
      )}
      {post?.state === 'trashed' && <Banner hue="amber">{say('edit.inBin')}</Banner>}
    </>
  );
}
