import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '#kit/ui/empty.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { LoadContext } from '#kit/ui/screen.ts';
import s from './chat.module.css';
import { chatAddressOf, chatApi, conversationQuery, conversationsQuery, messagesQuery } from './chat-data.hook.ts';
import { useChatNews } from './chat-news.hook.ts';
import { chatText } from './chat-text.hook.ts';
import { ConversationList } from './conversation-list.part.tsx';
import { useUnsent } from './unsent.hook.ts';

const Thread = loadable(async () => (await import('./thread.part.tsx')).Thread);

export const load = async ({ api, queries, url }: LoadContext) => {
  const client = api(chatApi);
  const { id, at, section } = chatAddressOf(url.searchParams);
  await Promise.all([
    queries.ensureInfiniteQueryData(conversationsQuery(client, section)),
    // a conversation that one is no longer in has a page that says so
    ...(id === null
      ? []
      : [
          queries.prefetchQuery(conversationQuery(client, id)),
          queries.prefetchQuery(messagesQuery(client, id, at)),
          Thread.preload(),
        ]),
  ]);
  return null;
};

/** `/chat`: the conversations, and the one that the address names; on a phone each has the page for itself. */
export function Screen() {
  const say = chatText();
  const [search] = useSearchParams();
  const address = chatAddressOf(search);
  const typing = useChatNews();
  const unsent = useUnsent();
  const { id } = address;
  return (
    <div className={s.panes} data-open={id !== null || undefined}>
      <ConversationList address={address} typing={typing} />
      <Suspense fallback={<section className={s.rest} />}>
        {id === null ? (
          <section className={s.rest} aria-label={say('title')}>
            <EmptyState title={say('empty.title')} text={say('empty.text')} />
          </section>
        ) : (
          <Thread key={`${id} ${address.at}`} address={{ ...address, id }} typing={typing} unsent={unsent} />
        )}
      </Suspense>
    </div>
  );
}
