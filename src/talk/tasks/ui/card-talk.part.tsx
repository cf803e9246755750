import { Button } from '@mantine/core';
import { useState } from 'react';
import { AttachedFiles } from '#core/files/ui/blocks/attached-files.part.tsx';
import { messageOfText } from '#kit/message-text.ts';
import { Face } from '#kit/ui/bits.tsx';
import { MessageText } from '#kit/ui/message-text/message-text.tsx';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { MenuItem } from '#kit/ui/overlay/menu-parts.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { DotsMenu } from './dots-menu.part.tsx';
import { Time } from '#kit/ui/time.tsx';
import type { CardComment, CardDetail, CardEvent } from '../tasks-views.contract.ts';
import { useBoard } from './board.hook.ts';
import s from './card-drawer.module.css';
import { type CommentDraft, CommentWriter } from './comment-writer.part.tsx';
import { tasksApi } from './tasks-data.hook.ts';
import { tasksText } from './tasks-text.hook.ts';

type TalkPage<T> = { items: readonly T[]; next: string | null };
/** The first page comes with the card and stays true with it; older ones are fetched below it. */
function useOlder<T extends { id: string }>(first: TalkPage<T>, fetch: (cursor: string) => Promise<TalkPage<T>>) {
  const [older, setOlder] = useState<TalkPage<T> | null>(null);
  const shown = new Set(first.items.map(({ id }) => id));
  const next = older === null ? first.next : older.next;
  const more = async () => {
    if (next === null) return;
    const page = await fetch(next);
    setOlder({ items: [...(older?.items ?? []), ...page.items], next: page.next });
  };
  const items = [...first.items, ...(older?.items ?? []).filter(({ id }) => !shown.has(id))];
  return { items, more, rest: next !== null };
}

/** The people whom plain text mentions stay mentioned when it is changed. */
const editedComment = ({ text, doc, mentions, files }: CardComment): CommentDraft => ({
  ...{ text, doc: doc ?? (mentions.length === 0 ? null : messageOfText(text, mentions)), files },
});

function Comment({ comment }: { comment: CardComment }) {
  const say = tasksText();
  const ask = useAsk();
  const { act } = useBoard();
  const { tasks } = useApi(tasksApi);
  const [look, setLook] = useState<'words' | 'writer'>('words');
  const { author, rights } = comment;
  const params = { id: comment.id };
  const remove = async () => {
    const sure = await ask({ title: say('comments.removeTitle'), verb: say('comments.removeVerb'), safe: say('dialog.cancel') });
    if (sure) await act(() => tasks.removeComment({ params }));
  };
  return (
    <li className={s.comment}>
      <Face name={author.name} size={28} />
      <div className="grow">
        <div className={s.by}>
          <b className="strong cut">{author.me ? say('card.you') : <bdi>{author.name}</bdi>}</b>
          <span className="tiny quiet">
            <Time at={comment.at} /> {comment.editedAt !== null && say('comments.edited')}
          </span>
          <span className="grow" />
          {(rights.edit || rights.remove) && look === 'words' && (
            <DotsMenu label={say('comments.menu', { name: author.name })}>
              {() => (
                <>
                  {rights.edit && <MenuItem onClick={() => setLook('writer')}>{say('comments.edit')}</MenuItem>}
                  {rights.remove && <MenuItem onClick={() => void remove()}>{say('comments.remove')}</MenuItem>}
                </>
              )}
            </DotsMenu>
          )}
        </div>
        {look === 'words' ? (
          <>
            {comment.text !== '' && <MessageText text={comment.text} doc={comment.doc} mentioned={comment.mentions} />}
            <AttachedFiles files={comment.files} />
          </>
        ) : (
          <CommentWriter
            first={editedComment(comment)}
            label={say('comments.edit')}
            verb={say('dialog.save')}
            send={async (body) => {
              const done = await act(() => tasks.editComment({ params, body }));
              if (done) setLook('words');
              return done;
            }}
            onCancel={() => setLook('words')}
          />
        )}
      </div>
    </li>
  );
}

function Event({ event: { by, what, data, at } }: { event: CardEvent }) {
  const say = tasksText();
  const name = by === null ? say('activity.somebody') : by.name;
  return (
    <li>
      {say(`activity.${what}`, { ...data, name: data['name'] ?? '', from: data['from'] ?? '', to: data['to'] ?? '', by: name })}{' '}
      <span className="quiet">
        <Time at={at} />
      </span>
    </li>
  );
}

/** Comments, the newest first, and what happened to the card. */
export function CardTalk({ detail }: { detail: CardDetail }) {
  const say = tasksText();
  const { view, act } = useBoard();
  const { tasks } = useApi(tasksApi);
  const params = { id: detail.card.id };
  const comments = useOlder(detail.comments, (cursor) => tasks.comments({ params, query: { cursor } }));
  const events = useOlder(detail.activity, (cursor) => tasks.activity({ params, query: { cursor } }));
  return (
    <>
      <section className={s.part} aria-labelledby="card-comments">
        <h3 id="card-comments">{say('card.comments')}</h3>
        {view.board.rights.comment && (
          <CommentWriter
            label={say('comments.write')}
            verb={say('comments.send')}
            send={(body) => act(() => tasks.addComment({ params, body }))}
          />
        )}
        <ul className={s.comments}>
          {comments.items.map((comment) => (
            <Comment key={comment.id} comment={comment} />
          ))}
        </ul>
        {comments.rest && (
          <Button variant="subtle" onClick={() => void act(comments.more)}>
            {say('comments.older')}
          </Button>
        )}
      </section>
      <details className={s.activity}>
        <summary>{say('activity.title')}</summary>
        <ul>
          {events.items.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </ul>
        {events.rest && (
          <Button variant="subtle" onClick={() => void act(events.more)}>
            {say('comments.older')}
          </Button>
        )}
      </details>
    </>
  );
}
