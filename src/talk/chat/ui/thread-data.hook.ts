import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import type { ChatMessage } from '../chat-views.contract.ts';
import { type ChatClient, chatApi } from './chat-data.hook.ts';
import { type MessageBook, withMessages } from './message-book.hook.ts';

/** A message and those that reply to it. */
export type Thread = MessageBook & { root: ChatMessage };
type ThreadParams = { id: string; number: number };
const pageSize = 50;

export const threadQuery = ({ chat: { thread } }: ChatClient, params: ThreadParams) =>
  callQuery({
    area: 'chat',
    name: 'chat.thread',
    call: (input: { params: ThreadParams }): Promise<Thread> => thread({ ...input, query: { limit: pageSize } }),
    input: { params },
  });

/** The newest replies, behind older ones that were loaded before. */
function withOlder(known: Thread | undefined, newest: Thread): Thread {
  const first = newest.items[0]?.number;
  if (known === undefined || first === undefined || !newest.more) return newest;
  const older = known.items.filter(({ number }) => number < first);
  return older.length === 0 ? newest : { ...newest, items: [...older, ...newest.items], more: known.more };
}
function withThreadMessage(thread: Thread, message: ChatMessage): Thread {
  const { root } = thread;
  if (message.number === root.number) return { ...thread, root: message };
  return message.root?.number === root.number ? { ...thread, ...withMessages(thread, [message]) } : thread;
}
/** Puts a message into the threads that are open; null: they ask again. */
export function putInThreads(queries: QueryClient, conversation: string, message: ChatMessage | null): void {
  const queryKey = ['chat', 'chat.thread'];
  if (message === null) void queries.invalidateQueries({ queryKey });
  else
    queries.setQueriesData<Thread>({ queryKey }, (thread) =>
      thread?.root.conversation === conversation ? withThreadMessage(thread, message) : thread,
    );
}

export function useThread(params: ThreadParams) {
  const client = useApi(chatApi);
  const queries = useQueryClient();
  const [older, setOlder] = useState<'idle' | 'loading'>('idle');
  const query = threadQuery(client, params);
  const known = () => queries.getQueryData(query.queryKey);
  const { data, error } = useQuery({ ...query, queryFn: async () => withOlder(known(), await query.queryFn()) });
  const loadOlder = async () => {
    const before = known()?.items[0]?.number;
    if (before === undefined || older === 'loading') return;
    setOlder('loading');
    try {
      const page = await client.chat.thread({ params, query: { before, limit: pageSize } });
      const thread = known();
      if (thread !== undefined)
        queries.setQueryData(query.queryKey, { ...thread, ...withMessages(thread, page.items), more: page.more });
    } catch {
      // the button stays, and another press tries again
    } finally {
      setOlder('idle');
    }
  };
  return { thread: data, error, older, loadOlder };
}
