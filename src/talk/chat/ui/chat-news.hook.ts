import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { type LiveNews, useLive } from '#kit/ui/query/live-news.ts';
import type { ChatMessage, ChatPush } from '../chat-views.contract.ts';
import { chatPushKinds } from '../chat.rules.ts';
import { chatApi, conversationQuery, messagesQuery } from './chat-data.hook.ts';
import { type MessageBook, withPushed } from './message-book.hook.ts';
import { putInThreads } from './thread-data.hook.ts';

/** Milliseconds: pushes come in heaps, and the list is asked for once for all of them; typing is shown until no more is heard of it. */
const waits = { list: 400, typing: 6_000 };

function messageOf(text: string): ChatMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    const known = typeof value === 'object' && value !== null && 'number' in value && 'conversation' in value;
    // cast: the server writes it by the contract, as it writes its answers
    return known ? (value as ChatMessage) : null;
  } catch {
    return null;
  }
}
type ReadPush = Omit<ChatPush, 'message'> & { message: ChatMessage | null };
export function readChatPush({ data }: Pick<LiveNews, 'data'>): ReadPush | null {
  const what = chatPushKinds.find((one) => one === data['what']);
  const { account, conversation, number, userId, name, message } = data;
  if (what === undefined || typeof account !== 'string' || typeof conversation !== 'string' || typeof number !== 'number')
    return null;
  return {
    ...{ what, account, conversation, number },
    userId: typeof userId === 'string' ? userId : null,
    name: typeof name === 'string' ? name : null,
    message: typeof message === 'string' ? messageOf(message) : null,
  };
}

export type TypingPerson = { conversation: string; userId: string; name: string };
/** Who writes somewhere right now. */
function useTyping() {
  const [typing, setTyping] = useState<readonly TypingPerson[]>([]);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  const stop = (conversation: string, userId: string) => {
    clearTimeout(timers.current.get(conversation + userId));
    setTyping((now) =>
      now.length === 0 ? now : now.filter((one) => one.conversation !== conversation || one.userId !== userId),
    );
  };
  const start = (person: TypingPerson) => {
    stop(person.conversation, person.userId);
    setTyping((now) => [...now, person]);
    timers.current.set(
      person.conversation + person.userId,
      setTimeout(() => stop(person.conversation, person.userId), waits.typing),
    );
  };
  return { typing, start, stop };
}

/** Cards say who is in a meeting, which changes without a message: conversations that show it are asked for again. */
function useMeetingCards(): void {
  const queries = useQueryClient();
  useLive({ kinds: ['meeting'] }, (news) => {
    if (news === 'again') return;
    const shows = ({ items }: MessageBook) => items.some(({ meeting }) => meeting?.id === news.data['meetingId']);
    for (const [queryKey, book] of queries.getQueriesData<MessageBook>({ queryKey: ['chat', 'chat.messages'] }))
      if (book !== undefined && shows(book)) void queries.invalidateQueries({ queryKey });
  });
}

/** Puts pushes where they belong: messages into the conversation, by their numbers, and all else is asked for again. */
export function useChatNews(): readonly TypingPerson[] {
  const client = useApi(chatApi);
  const queries = useQueryClient();
  const { user } = useAuth();
  const { typing, start, stop } = useTyping();
  useMeetingCards();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  const refreshList = () => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void queries.invalidateQueries({ queryKey: ['chat', 'chat.list'] });
    }, waits.list);
  };
  const refresh = (queryKey: readonly unknown[]) => void queries.invalidateQueries({ queryKey });
  const put = (id: string, message: ChatMessage | null) => {
    const { queryKey } = messagesQuery(client, id);
    const book = queries.getQueryData(queryKey);
    putInThreads(queries, id, message);
    if (book === undefined) return;
    const next = message === null ? 'gap' : withPushed(book, message);
    if (next === 'gap') {
      refresh(queryKey);
      putInThreads(queries, id, null);
    } else queries.setQueryData(queryKey, next);
  };
  useLive({ kinds: ['chat'] }, (news) => {
    if (news === 'again') return refresh(['chat']);
    const push = readChatPush(news);
    if (push === null || (user?.account != null && push.account !== user.account.id)) return;
    const { what, conversation, userId, name, message } = push;
    if (what === 'typing') {
      if (userId !== null && name !== null && userId !== user?.id) start({ conversation, userId, name });
      return;
    }
    refreshList();
    if (what === 'message' && message !== null) stop(conversation, message.author.userId);
    if (what === 'message' || what === 'changed' || what === 'meeting') put(conversation, message);
    if (what === 'read' || what === 'left' || what === 'conversation') refresh(conversationQuery(client, conversation).queryKey);
  });
  return typing;
}
