import { Button } from '@mantine/core';
import { IconChevronDown, IconDeviceMobile, IconHistory, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { Failure } from '#kit/errors.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { LazyMenu } from '#kit/ui/overlay/lazy-menu.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { PostAction } from '../../blog.rules.ts';
import { blogText, refusalsOf } from './blog-text.hook.ts';
import s from './edit.module.css';
import { openInTab } from '../list-act.hook.ts';
import { postsApi } from '../posts-api.hook.ts';
import type { EditDialog } from './edit-dialog.hook.ts';
import { PostStateMark } from '../post-state.part.tsx';
import { stepsOf } from './post-steps.hook.ts';
import { usePostStep } from './post-step.hook.ts';
import type { PostWriting } from './post-writing.hook.ts';
import { SaveWord } from './save-word.part.tsx';

const ScheduleDialog = loadable(async () => (await import('../list-schedule.part.tsx')).ScheduleDialog);
const icon = { size: 16, stroke: 1.75 };

/** Opens the draft by a signed link, after what is not saved yet is. */
function usePreview(writing: PostWriting, onTrouble: (error: unknown) => void): () => Promise<void> {
  const api = useApi(postsApi);
  return async () => {
    const { post, locale, saver } = writing;
    if (post === null) return;
    const addressOf = async () => {
      if (!(await saver.flush())) throw new Failure('not_saved');
      return (await api.posts.preview({ params: { id: post.id, locale } })).url;
    };
    await openInTab(addressOf).catch(onTrouble);
  };
}

function Steps({ writing, onTrouble }: { writing: PostWriting; onTrouble: (error: unknown) => void }) {
  const say = blogText();
  const step = usePostStep(writing, onTrouble);
  const { can } = useAuth();
  const [scheduling, setScheduling] = useState(false);
  const { post, locale, text, words } = writing;
  const isDraft = post === null || (post.state === 'draft' && post.locale === locale);
  const isBlank = isDraft && text.title.trim() === '' && words === 0;
  const firstSteps: PostAction[] = [can('posts.publish') ? 'publish' : 'submit'];
  const { primary, others } = stepsOf(post ?? { state: 'draft', actions: firstSteps, languages: [], publishAt: null });
  const word = (action: PostAction) => {
    if (action === 'publish' && post?.state === 'published') return say('list.actions.publishChanges');
    if (action === 'publish' && post?.state === 'in_review') return say('edit.approve');
    return say(action === 'schedule' && post?.state === 'scheduled' ? 'list.actions.reschedule' : `list.actions.${action}`);
  };
  const take = (action: PostAction) => (action === 'schedule' ? setScheduling(true) : void step(action));
  return (
    <>
      {primary !== null && !isBlank && (
        <Button variant="filled" onClick={() => take(primary)}>
          {word(primary)}
        </Button>
      )}
      {others.length > 0 && (
        <LazyMenu
          button={(props) => (
            <Button rightSection={<IconChevronDown {...icon} />} {...props}>
              {say('edit.more')}
            </Button>
          )}
        >
          {() =>
            others.map((action) => (
              <MenuItem key={action} {...(action === 'trash' && { color: 'red' })} onClick={() => take(action)}>
                {word(action)}
              </MenuItem>
            ))
          }
        </LazyMenu>
      )}
      {scheduling && post !== null && (
        <ScheduleDialog
          posts={[post]}
          onSchedule={(at) => step('schedule', at)}
          onPublish={
            post.actions.includes('publish')
              ? () => {
                  setScheduling(false);
                  void step('publish');
                }
              : null
          }
          onClose={() => setScheduling(false)}
        />
      )}
    </>
  );
}

export function EditHead({ writing, onDialog }: { writing: PostWriting; onDialog: (dialog: EditDialog) => void }) {
  const say = blogText();
  const failureText = useFailureText(refusalsOf(say));
  const [trouble, setTrouble] = useState<unknown>(null);
  const preview = usePreview(writing, setTrouble);
  const { post, state, saver } = writing;
  return (
    <header className={s.head}>
      <h1 className="hidden">{say(post === null ? 'edit.newTitle' : 'edit.editTitle')}</h1>
      <PostStateMark state={post?.state ?? 'draft'} />
      <SaveWord state={state} saver={saver} />
      <span className="grow" />
      {trouble !== null && (
        <span role="alert" className={s.trouble}>
          {failureText(trouble)}
        </span>
      )}
      <a className={s.toPanel} href="#post-settings">
        <IconSettings {...icon} />
        {say('edit.settings')}
      </a>
      {post !== null && (
        <>
          <Button variant="subtle" leftSection={<IconHistory {...icon} />} onClick={() => onDialog('revisions')}>
            {say('edit.revisions')}
          </Button>
          <Button leftSection={<IconDeviceMobile {...icon} />} onClick={() => void preview()}>
            {say('edit.preview')}
          </Button>
        </>
      )}
      <Steps writing={writing} onTrouble={setTrouble} />
    </header>
  );
}
