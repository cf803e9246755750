import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import type { ChatMessage } from '../chat-views.contract.ts';
import { type ChatClient, chatApi, messagesQuery, olderMessages } from './chat-data.hook.ts';
import { lastNumberOf, type MessageBook, withMessages } from './message-book.hook.ts';
import { putInThreads } from './thread-data.hook.ts';

/** Pages that are asked for to close a gap; a longer one begins with the newest messages instead. */
const mostPages = 5;

/** The newest messages joined with those known; what lies between is asked for by number, so that none is missing. */
async function newestJoined(client: ChatClient, id: string, known: () => MessageBook | undefined): Promise<MessageBook> {
  const newest = await messagesQuery(client, id).queryFn();
  const before = known();
  if (before === undefined) return newest;
  const first = newest.items[0]?.number ?? 0;
  const between: ChatMessage[] = [];
  let last = lastNumberOf(before);
  for (let pages = 0; first > last + 1; pages++) {
    const page = await client.chat.messages({ params: { id }, query: { after: last, limit: 100 } });
    if (pages === mostPages || page.items.length === 0) return newest;
    between.push(...page.items);
    last = page.items.at(-1)?.number ?? first;
  }
  // pushes may have come meanwhile
  return withMessages(known() ?? before, [...between, ...newest.items]);
}

/** Messages of a conversation; beside a message that was searched for (`at`) they are read only, and nothing new is joined in. */
export function useThreadMessages(id: string, at: number | null) {
  const client = useApi(chatApi);
  const queries = useQueryClient();
  const [older, setOlder] = useState<'idle' | 'loading'>('idle');
  const query = messagesQuery(client, id, at);
  const known = () => queries.getQueryData(query.queryKey);
  const { data } = useQuery({
    ...query,
    ...(at === null ? { queryFn: () => newestJoined(client, id, known) } : { staleTime: Number.POSITIVE_INFINITY }),
  });
  const loadOlder = async () => {
    const first = known()?.items[0]?.number;
    if (first === undefined || older === 'loading') return;
    setOlder('loading');
    try {
      const page = await olderMessages(client, id, first);
      const book = known();
      if (book !== undefined) queries.setQueryData(query.queryKey, { ...withMessages(book, page.items), more: page.more });
    } catch {
      // the button stays, and another press tries again
    } finally {
      setOlder('idle');
    }
  };
  return { book: data, older, loadOlder };
}

/** Puts an answer of a call that changed a message where it stands. */
export function useMessageChanged(): (message: ChatMessage) => void {
  const client = useApi(chatApi);
  const queries = useQueryClient();
  return (message) => {
    const { queryKey } = messagesQuery(client, message.conversation);
    const book = queries.getQueryData(queryKey);
    putInThreads(queries, message.conversation, message);
    if (book !== undefined && message.number <= lastNumberOf(book) + 1)
      queries.setQueryData(queryKey, withMessages(book, [message]));
    else void queries.invalidateQueries({ queryKey });
  };
}
