import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { Failure } from '#kit/errors.ts';
import { EmptyState } from '#kit/ui/empty.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { SignSheet } from '#kit/ui/table/row-signs.tsx';
import s from './chat.module.css';
import { chatAddressOf, chatApi, conversationQuery, conversationsQuery, messagesQuery } from './chat-data.hook.ts';
import { useChatNews } from './chat-news.hook.ts';
import { chatText } from './chat-text.hook.ts';
import { ConversationList } from './conversation-list.part.tsx';
import { presenceApi, presenceQuery } from './presence.hook.ts';
import { threadQuery } from './thread-data.hook.ts';
import { useUnsent } from './unsent.hook.ts';

const Thread = loadable(async () => (await import('./thread.part.tsx')).Thread);
const ThreadPanel = loadable(async () => (await import('./thread-panel.part.tsx')).ThreadPanel);

/** A conversation that one is not in, or no longer, has a page that says so. */
const goneWhenUnknown = (error: unknown): 'gone' => {
  if (error instanceof Failure && error.code === 'not_found') return 'gone';
  throw error;
};
export const load = async ({ api, queries, url }: LoadContext): Promise<{ gone: boolean }> => {
  const client = api(chatApi);
  const { id, at, thread, section } = chatAddressOf(url.searchParams);
  const [conversation] = await Promise.all([
    id === null ? null : queries.ensureQueryData(conversationQuery(client, id)).catch(goneWhenUnknown),
    queries.ensureInfiniteQueryData(conversationsQuery(client, section)),
    queries.prefetchQuery(presenceQuery(api(presenceApi), id)),
    ...(id === null ? [] : [queries.prefetchQuery(messagesQuery(client, id, at)), Thread.preload()]),
    ...(id === null || thread === null
      ? []
      : [queries.prefetchQuery(threadQuery(client, { id, number: thread })), ThreadPanel.preload()]),
  ]);
  return { gone: conversation === 'gone' };
};

/** `/chat`: the conversations, and the one that the address names; on a phone each has the page for itself. */
export function Screen() {
  const say = chatText();
  const { gone } = useLoaded<typeof load>();
  const [search] = useSearchParams();
  const address = chatAddressOf(search);
  const typing = useChatNews();
  const unsent = useUnsent();
  const { id } = address;
  return (
    <div className={s.panes} data-open={id !== null || undefined} data-panel={address.thread !== null || undefined}>
      {/* the menus of messages draw their dots from it */}
      <SignSheet />
      <ConversationList address={address} typing={typing} />
      <Suspense fallback={<section className={s.rest} />}>
        {id === null ? (
          <section className={s.rest} aria-label={say('title')}>
            <EmptyState title={say('empty.title')} text={say('empty.text')} />
          </section>
        ) : (
          <Thread key={`${id} ${address.at}`} address={{ ...address, id }} {...{ gone, typing, unsent }} Panel={ThreadPanel} />
        )}
      </Suspense>
    </div>
  );
}
