import { IconArrowLeft, IconArrowsMaximize } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { KeyCap } from '#kit/ui/light-parts.tsx';
import { RichTextEditor } from '#kit/ui/editor/rich-text-editor.tsx';
import { useUnsaved } from '#kit/ui/form/unsaved.ts';
import { usePageTitle } from '#kit/ui/page.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { blogText } from './blog-text.hook.ts';
import s from './write.module.css';
import { type OpenedPost, openPost } from './edit-data.hook.ts';
import { EditWarnings } from './edit-warnings.part.tsx';
import { useTextParts } from '../blocks/text-pickers.part.tsx';
import { usePostWriting } from './post-writing.hook.ts';
import { SaveWord } from './save-word.part.tsx';
import { SavedLink } from './saved-link.part.tsx';
import { TitleField } from './title-field.part.tsx';

const quietAfter = 2000;
/** `typing` after two seconds of it; the pointer, Tab and Escape bring everything else back. */
function useQuiet(): 'typing' | undefined {
  const [quiet, setQuiet] = useState<'typing' | undefined>();
  useEffect(() => {
    let since: number | null = null;
    const back = () => {
      since = null;
      setQuiet(undefined);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' || event.key === 'Tab') return back();
      since ??= event.timeStamp;
      if (event.timeStamp - since > quietAfter) setQuiet('typing');
    };
    window.addEventListener('pointermove', back);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('pointermove', back);
      window.removeEventListener('keydown', onKey);
    };
  }, []);
  return quiet;
}

const toggleFullScreen = (): void => {
  // a browser that refuses the whole screen keeps the window
  if (document.fullscreenElement === null) void document.documentElement.requestFullscreen().catch(() => null);
  else void document.exitFullscreen();
};

export function Screen() {
  const say = blogText();
  const opened = useLoaded<typeof load>();
  const [made, setMade] = useState<string | null>(null);
  const writing = usePostWriting(opened, setMade);
  const inserts = useTextParts(null);
  const quiet = useQuiet();
  const { text, change, state, saver, words } = writing;
  usePageTitle(text.title === '' ? say('write.title') : text.title);
  useUnsaved((state.kind === 'failed' || state.kind === 'conflict') && saver.unsent() ? 'changed' : 'settled');
  return (
    <div className={s.page} data-whole data-quiet={quiet}>
      <header className={s.around}>
        <Link className={s.back} to="/posts">
          <IconArrowLeft className="turn" size={16} stroke={1.75} />
          {say('write.back')}
        </Link>
        <SaveWord state={state} saver={saver} />
        <span className="grow" />
        <button type="button" className={s.whole} aria-label={say('write.fullScreen')} onClick={toggleFullScreen}>
          <IconArrowsMaximize size={16} stroke={1.75} />
        </button>
        {made !== null && (
          <SavedLink className={s.open} saver={saver} to={`/posts/edit-posts/${made}?language=${writing.locale}`}>
            {say('write.openEditor')}
          </SavedLink>
        )}
      </header>
      <div className={s.sheet}>
        <h1 className="hidden">{say('write.title')}</h1>
        <EditWarnings writing={writing} />
        <TitleField look="write" value={text.title} onChange={(title) => change({ title })} />
        <RichTextEditor
          key={writing.round}
          frame="plain"
          label={say('edit.text')}
          value={text.body}
          onChange={(body) => change({ body })}
          autoFocus
          placeholder={say('write.placeholder')}
          parts={inserts.parts}
          slots={inserts.slots}
        />
      </div>
      {inserts.dialogs}
      <footer className={s.around}>
        <span className={s.keys}>
          <KeyCap>/</KeyCap> {say('edit.keyInsert')}
        </span>
        <span className="grow" />
        <span className="tiny quiet num">{say('edit.wordCount', { count: words })}</span>
      </footer>
    </div>
  );
}

export const load = (context: LoadContext): Promise<OpenedPost> => openPost({ ...context, params: {} });
