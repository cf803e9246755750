import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Failure } from '#kit/errors.ts';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { LinkButton } from '#kit/ui/link.tsx';
import { usePageTitle } from '#kit/ui/page.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { ConversationDetail } from '../chat-views.contract.ts';
import { type ChatAddress, chatApi, chatPath, conversationQuery, useChatRefresh } from './chat-data.hook.ts';
import type { TypingPerson } from './chat-news.hook.ts';
import { chatText } from './chat-text.hook.ts';
import { ChatWriter, EditWriter } from './chat-writer.part.tsx';
import { type MessageActs, useMessageActs } from './message-acts.hook.ts';
import { lastNumberOf, type MessageBook } from './message-book.hook.ts';
import { MessageLog } from './message-log.part.tsx';
import { ThreadHead } from './thread-head.part.tsx';
import { useThreadMessages } from './thread-messages.hook.ts';
import type { ThreadPanelProps } from './thread-panel.part.tsx';
import s from './thread.module.css';
import type { UnsentQueue } from './unsent.hook.ts';

const HistoryDialog = loadable(async () => (await import('./history-dialog.part.tsx')).HistoryDialog);

/** Marks as read what is in view, as long as somebody looks at the page. */
function useReading(conversation: ConversationDetail, book: MessageBook | undefined) {
  const { chat } = useApi(chatApi);
  const queries = useQueryClient();
  const [place, setPlace] = useState<'end' | 'away'>('end');
  const { id, readNumber, member, kind } = conversation;
  const last = book === undefined ? 0 : lastNumberOf(book);
  const said = useRef(readNumber);
  useEffect(() => {
    const read = () => {
      if (document.visibilityState !== 'visible' || place === 'away' || last <= said.current || !(member || kind === 'support'))
        return;
      said.current = last;
      chat.read({ params: { id }, body: { number: last } }).then(
        () => {
          void queries.invalidateQueries({ queryKey: ['chat', 'chat.list'] });
          queries.setQueryData(['chat', 'chat.get', { params: { id } }], (now: ConversationDetail | undefined) =>
            now === undefined ? now : { ...now, readNumber: last, unread: 0, mentions: 0 },
          );
        },
        // the next look says it again
        () => {
          said.current = readNumber;
        },
      );
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [chat, queries, id, last, place, member, kind, readNumber]);
  return setPlace;
}

/** In place of the writer: a channel that one only looks at, or nothing at all. */
function NoWriter({ conversation: { id, rights } }: { conversation: ConversationDetail }) {
  const say = chatText();
  const { chat } = useApi(chatApi);
  const refresh = useChatRefresh();
  if (!rights.join) return <Banner hue="blue">{say('talk.readOnly')}</Banner>;
  const join = (
    <Button variant="filled" size="xs" onClick={() => void chat.join({ params: { id } }).finally(refresh)}>
      {say('talk.join')}
    </Button>
  );
  return (
    <Banner hue="blue" action={join}>
      {say('talk.looking')}
    </Banner>
  );
}

type FootProps = Pick<ThreadProps, 'unsent' | 'address'> & {
  conversation: ConversationDetail;
  acts: MessageActs;
  book: MessageBook;
};
function ThreadFoot({ conversation, acts, book, unsent, address }: FootProps) {
  const say = chatText();
  const navigate = useNavigate();
  const { editing } = acts;
  const newest = chatPath({ ...address, at: null });
  const editLast = () => acts.setEditing(book.items.findLast(acts.mayChange) ?? null);
  return (
    <div className={s.foot}>
      {acts.trouble !== null && <Banner hue="red">{acts.trouble}</Banner>}
      {unsent.waits && <Banner hue="amber">{say('unsent.offline')}</Banner>}
      {address.at !== null && (
        <Banner
          hue="blue"
          action={
            <LinkButton to={newest} size="xs">
              {say('talk.newest')}
            </LinkButton>
          }
        >
          {say('talk.around')}
        </Banner>
      )}
      {!conversation.rights.write && <NoWriter conversation={conversation} />}
      {conversation.rights.write && editing !== null && (
        <EditWriter key={editing.number} conversation={conversation} acts={acts} message={editing} />
      )}
      {conversation.rights.write && editing === null && (
        <ChatWriter
          conversation={conversation}
          acts={acts}
          unsent={unsent}
          onUp={editLast}
          onSent={() => address.at !== null && void navigate(newest)}
        />
      )}
    </div>
  );
}

type ThreadProps = {
  address: ChatAddress & { id: string };
  typing: readonly TypingPerson[];
  unsent: UnsentQueue;
  /** Loaded by the screen, which prefetches what it shows. */
  Panel: ComponentType<ThreadPanelProps>;
};
function OpenThread({ address, typing, unsent, Panel, conversation }: ThreadProps & { conversation: ConversationDetail }) {
  const say = chatText();
  usePageTitle(conversation.name);
  const { book, older, loadOlder } = useThreadMessages(address.id, address.at);
  const [readNumber, setReadNumber] = useState(conversation.readNumber);
  const onEnd = useReading(conversation, address.at === null ? book : undefined);
  const acts = useMessageActs(conversation, { address, onUnread: setReadNumber });
  const names = typing.filter((one) => one.conversation === address.id).map(({ name }) => `\u2068${name}\u2069`);
  return (
    <>
      <section className={s.thread} aria-label={conversation.name} data-panel={address.thread !== null || undefined}>
        <ThreadHead conversation={conversation} back={chatPath({ section: address.section })} />
        {book === undefined ? (
          <div className={s.scroll} />
        ) : (
          <MessageLog
            conversation={conversation}
            book={book}
            found={address.at}
            readNumber={readNumber}
            older={older}
            onOlder={() => void loadOlder()}
            onEnd={onEnd}
            acts={acts}
            unsent={unsent}
          />
        )}
        <p className={s.typing} role="status">
          {names.length > 0 && say('talk.typing', { names: names.join(', '), count: names.length })}
        </p>
        {book !== undefined && (
          <ThreadFoot conversation={conversation} acts={acts} book={book} unsent={unsent} address={address} />
        )}
        <Suspense>
          {acts.history !== null && <HistoryDialog message={acts.history} onClose={() => acts.setHistory(null)} />}
        </Suspense>
      </section>
      {address.thread !== null && (
        <Suspense fallback={<aside className={s.panel} />}>
          <Panel key={address.thread} conversation={conversation} address={address} number={address.thread} unsent={unsent} />
        </Suspense>
      )}
    </>
  );
}

/** One conversation: who is in it, what was written, and where one writes. */
export function Thread({ gone, ...props }: ThreadProps & { gone: boolean }) {
  const say = chatText();
  const failureText = useFailureText(say);
  const { data, error } = useQuery(conversationQuery(useApi(chatApi), props.address.id));
  // what somebody was taken out of is gone for them, whatever was there before
  if ((gone && data === undefined) || (error instanceof Failure && error.code === 'not_found'))
    return (
      <section className={s.thread} aria-label={say('gone.title')}>
        <EmptyState title={say('gone.title')} text={say('gone.text')}>
          <LinkButton to={chatPath({ section: props.address.section })}>{say('gone.back')}</LinkButton>
        </EmptyState>
      </section>
    );
  return data === undefined ? (
    <section className={s.thread} aria-label={say('title')}>
      {error !== null && <Banner hue="red">{failureText(error)}</Banner>}
    </section>
  ) : (
    <OpenThread {...props} conversation={data} />
  );
}
