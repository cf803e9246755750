import { Suspense, useEffect, useState } from 'react';
import { plainTextOf } from '#kit/rich-text.ts';
import { KeyCap } from '#kit/ui/light-parts.tsx';
import { RichTextEditor } from '#kit/ui/editor/rich-text-editor.tsx';
import { useUnsaved } from '#kit/ui/form/unsaved.ts';
import { usePageTitle } from '#kit/ui/page.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { readingMinutes } from '../../blog.rules.ts';
import { blogText } from './blog-text.hook.ts';
import s from './edit.module.css';
import { type OpenedPost, openPost } from './edit-data.hook.ts';
import type { EditDialog } from './edit-dialog.hook.ts';
import { EditHead } from './edit-head.part.tsx';
import { EditPanel } from './edit-panel.part.tsx';
import { EditWarnings } from './edit-warnings.part.tsx';
import { useTextParts } from '../blocks/text-pickers.part.tsx';
import { type PostWriting, usePostWriting } from './post-writing.hook.ts';
import { TitleField } from './title-field.part.tsx';

// most openings of a post never look at its past
const RevisionsDialog = loadable(async () => (await import('./revisions-dialog.part.tsx')).RevisionsDialog);
const NameRevisionDialog = loadable(async () => (await import('./name-revision.part.tsx')).NameRevisionDialog);
const OriginalText = loadable(async () => (await import('./original-text.part.tsx')).OriginalText);
const PostList = loadable(async () => (await import('../list.part.tsx')).PostList);

/** The address follows the post that was made, so that a reload opens it; going there would begin the editor over. */
function keepAddress(id: string): void {
  window.history.replaceState(window.history.state, '', `/posts/edit-posts/${id}`);
}

/** Ctrl S keeps a revision under a name: the text itself is saved without being asked. */
function useNameKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);
}

function EditFoot({ writing }: { writing: PostWriting }) {
  const say = blogText();
  const minutes = readingMinutes(plainTextOf(writing.text.body), writing.locale);
  return (
    <footer className={s.foot}>
      <span className={s.keys}>
        <KeyCap>/</KeyCap> {say('edit.keyInsert')}
        <KeyCap>Ctrl S</KeyCap> {say('edit.keyRevision')}
      </span>
      <span className="quiet num">{say('edit.words', { count: writing.words, minutes })}</span>
    </footer>
  );
}

function PostEditor({ opened }: { opened: OpenedPost }) {
  const say = blogText();
  const writing = usePostWriting(opened, keepAddress);
  const [dialog, setDialog] = useState<EditDialog>(null);
  const { original } = opened;
  // what is copied over from the original is shown too
  const shownTexts = [opened.text, original].filter((one) => one !== null);
  const inserts = useTextParts({
    pictures: shownTexts.flatMap(({ pictures }) => pictures),
    embeds: shownTexts.flatMap(({ embeds }) => embeds),
  });
  const { text, change, state, post, saver } = writing;
  const isLocked = post?.state === 'trashed';
  usePageTitle([text.title, post?.title ?? ''].find((one) => one !== '') ?? say('edit.newTitle'));
  useUnsaved((state.kind === 'failed' || state.kind === 'conflict') && saver.unsent() ? 'changed' : 'settled');
  useNameKey(() => setDialog(post === null || isLocked ? null : 'name'));
  return (
    <div className={s.page} data-beside={original !== null || undefined}>
      <EditHead writing={writing} onDialog={setDialog} />
      {original !== null && (
        <Suspense fallback={<section className={s.original} aria-busy="true" />}>
          <OriginalText original={original} writing={writing} />
        </Suspense>
      )}
      <div className={s.main}>
        <EditWarnings writing={writing} />
        <div className={s.sheet}>
          <TitleField
            value={text.title}
            onChange={(title) => change({ title })}
            {...(isLocked && { locked: 'locked' as const })}
            {...(opened.post === null && { starts: 'focused' as const })}
          />
          <RichTextEditor
            key={writing.round}
            label={say('edit.text')}
            value={text.body}
            onChange={(body) => change({ body })}
            locked={isLocked}
            placeholder={say('edit.placeholder')}
            parts={inserts.parts}
            slots={inserts.slots}
          />
        </div>
        <EditFoot writing={writing} />
      </div>
      <EditPanel writing={writing} original={opened.post?.locale ?? writing.locale} onDialog={setDialog} />
      {inserts.dialogs}
      {dialog === 'revisions' && post !== null && (
        <RevisionsDialog writing={writing} postId={post.id} onClose={() => setDialog(null)} />
      )}
      {dialog === 'name' && <NameRevisionDialog writing={writing} onClose={() => setDialog(null)} />}
    </div>
  );
}

export function Screen() {
  const opened = useLoaded<typeof load>();
  if (opened === null)
    return (
      <Suspense>
        <PostList />
      </Suspense>
    );
  return <PostEditor key={`${opened.post?.id ?? 'new'} ${opened.locale}`} opened={opened} />;
}

/** Without an id there is the list to choose from. */
export async function load(context: LoadContext): Promise<OpenedPost | null> {
  if (context.params['id'] !== undefined || context.url.pathname.startsWith('/posts/add-post')) {
    const opened = await openPost(context);
    if (opened.original !== null) await OriginalText.preload();
    return opened;
  }
  const [{ loadList }] = await Promise.all([import('../list.part.tsx'), PostList.preload()]);
  await loadList(context);
  return null;
}
