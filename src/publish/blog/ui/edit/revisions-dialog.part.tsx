import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DotLine } from '#kit/ui/dot-line.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner, Bone } from '#kit/ui/feedback.tsx';
import dialogs from '#kit/ui/overlay/dialog.module.css';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { RichTextView } from '#kit/ui/rich-text/rich-text-view.tsx';
import { RICH_TEXT_VERSION } from '#kit/rich-text.ts';
import { Time } from '#kit/ui/time.tsx';
import { blogText, refusalsOf } from './blog-text.hook.ts';
import s from './edit.module.css';
import { revisionQuery, revisionsQuery } from './edit-data.hook.ts';
import { postsApi } from '../posts-api.hook.ts';
import type { PostWriting } from './post-writing.hook.ts';
import { compareBlocks } from './revision-diff.hook.ts';

type ShownRevision = { postId: string; writing: PostWriting; number: number };

/** What the chosen revision says against the text as it is now. */
function Changes({ postId, writing, number }: ShownRevision) {
  const say = blogText();
  const failureText = useFailureText(refusalsOf(say));
  const api = useApi(postsApi);
  const { data, error } = useQuery(revisionQuery(api, { id: postId, locale: writing.locale, number }));
  if (error !== null) return <Banner hue="red">{failureText(error)}</Banner>;
  if (data === undefined) return <Bone w="100%" h={160} />;
  const changes = compareBlocks(data.body.content, writing.text.body.content);
  const isSame = data.title === writing.text.title && changes.every(({ kind }) => kind === 'same');
  return (
    <>
      <h3 className={s.revisionTitle} dir="auto">
        {data.title}
      </h3>
      {isSame && <p className="small quiet">{say('edit.noChanges')}</p>}
      {changes.map(({ kind, block, key }) => (
        <div key={key} className={s.changed} data-kind={kind}>
          {kind !== 'same' && <span className="hidden">{say(`edit.${kind}`)}</span>}
          <RichTextView text={{ version: RICH_TEXT_VERSION, content: [block] }} />
        </div>
      ))}
    </>
  );
}

type RevisionsDialogProps = { writing: PostWriting; postId: string; onClose: () => void };
export function RevisionsDialog({ writing, postId, onClose }: RevisionsDialogProps) {
  const say = blogText();
  const failureText = useFailureText(refusalsOf(say));
  const toast = useToast();
  const api = useApi(postsApi);
  const { data, error } = useQuery(revisionsQuery(api, { id: postId, locale: writing.locale }));
  const [chosen, setChosen] = useState<number | null>(null);
  const number = chosen ?? data?.items[0]?.number ?? null;
  const restore = async () => {
    if (number === null) return;
    const params = { id: postId, locale: writing.locale, number };
    const { title, excerpt, seoTitle, seoDescription, body } = await api.posts.revision({ params });
    if (await writing.replace({ title, excerpt, seoTitle, seoDescription, body })) toast({ text: say('edit.restored') });
    onClose();
  };
  return (
    <Dialog title={say('edit.revisions')} lead={say('edit.revisionsLead')} width={1040} onClose={onClose}>
      {error !== null && <Banner hue="red">{failureText(error)}</Banner>}
      {data?.items.length === 0 && <p className="small soft">{say('edit.noRevisions')}</p>}
      <div className={s.revisions}>
        <ul>
          {data?.items.map((item) => (
            <li key={item.id}>
              <button type="button" aria-pressed={item.number === number} onClick={() => setChosen(item.number)}>
                <b>{item.name ?? say('edit.revisionNumber', { number: item.number })}</b>
                <span className="tiny soft">
                  <DotLine>
                    {item.madeBy?.name ?? say('edit.somebody')}
                    <Time at={item.madeAt} />
                  </DotLine>
                </span>
                <span className="tiny quiet num">{say('edit.wordCount', { count: item.words })}</span>
                {item.live && <span className="tiny">{say('edit.revisionLive')}</span>}
              </button>
            </li>
          ))}
        </ul>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by keyboard */}
        <section className={s.compared} tabIndex={0} aria-label={say('edit.changes')}>
          {number !== null && <Changes key={number} postId={postId} writing={writing} number={number} />}
        </section>
      </div>
      <div className={dialogs.acts}>
        <Button size="md" onClick={onClose}>
          {say('edit.close')}
        </Button>
        <Button
          size="md"
          variant="filled"
          disabled={number === null || writing.post?.state === 'trashed'}
          onClick={() => void restore()}
        >
          {say('edit.restore')}
        </Button>
      </div>
    </Dialog>
  );
}
