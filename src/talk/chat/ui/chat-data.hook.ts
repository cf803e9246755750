import { useQueryClient } from '@tanstack/react-query';
import type { Client } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { callQuery } from '#kit/ui/query/query.ts';
import { chatCalls } from '../chat.contract.ts';
import type { MessageBook } from './message-book.hook.ts';

/** The part of the contract that these screens speak. */
export const chatApi = { chat: chatCalls };
export type ChatClient = Client<typeof chatApi>;
/** Whose conversations the list shows: one's own, or those of customers for staff. */
export type ChatSection = 'mine' | 'support';

/** What the address says: the open conversation, a message of it to begin at, the thread in the side panel, and whose list. */
export type ChatAddress = { id: string | null; at: number | null; thread: number | null; section: ChatSection };
const numberIn = (text: string | null): number | null => {
  const number = Number(text);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
};
export function chatAddressOf(search: URLSearchParams): ChatAddress {
  const id = search.get('c');
  return {
    id: id !== null && isId(id) ? id : null,
    ...{ at: numberIn(search.get('at')), thread: numberIn(search.get('thread')) },
    section: search.get('section') === 'support' ? 'support' : 'mine',
  };
}
export function chatPath({ id, at, thread, section }: Partial<ChatAddress>): string {
  const search = new URLSearchParams();
  if (section === 'support') search.set('section', 'support');
  if (id != null) search.set('c', id);
  if (at != null) search.set('at', String(at));
  if (thread != null) search.set('thread', String(thread));
  return search.size === 0 ? '/chat' : `/chat?${search}`;
}

const pageSize = 50;
export const conversationsQuery = ({ chat: { list } }: ChatClient, section: ChatSection) => ({
  queryKey: ['chat', 'chat.list', { section }],
  initialPageParam: '',
  queryFn: ({ pageParam }: { pageParam: string }) =>
    list({ query: { section, limit: pageSize, ...(pageParam !== '' && { cursor: pageParam }) } }),
  getNextPageParam: ({ next }: { next: string | null }) => next,
});
export const conversationQuery = ({ chat: { get: call } }: ChatClient, id: string) =>
  callQuery({ area: 'chat', name: 'chat.get', call, input: { params: { id } } });

/** The newest messages; beside a message that was searched for, those around it. */
export const messagesQuery = ({ chat: { messages } }: ChatClient, id: string, at: number | null = null) =>
  callQuery({
    area: 'chat',
    name: 'chat.messages',
    call: async ({ params, at: number }: { params: { id: string }; at: number | null }): Promise<MessageBook> => {
      if (number === null) return messages({ params, query: { limit: pageSize } });
      const { items } = await messages({ params, query: { after: Math.max(0, number - pageSize / 2), limit: pageSize } });
      return { items, more: (items[0]?.number ?? 1) > 1 };
    },
    input: { params: { id }, at },
  });
export const olderMessages = ({ chat: { messages } }: ChatClient, id: string, before: number) =>
  messages({ params: { id }, query: { before, limit: pageSize } });

export const chatChannelsQuery = ({ chat: { channels: call } }: ChatClient, search: string) =>
  callQuery({ area: 'chat', name: 'chat.channels', call, input: { query: { search } } });
export const chatSearchQuery = ({ chat: { search: call } }: ChatClient, search: string) =>
  callQuery({ area: 'chat', name: 'chat.search', call, input: { query: { search, limit: 20 } } });
export const chatPolicyQuery = ({ chat: { policy } }: ChatClient) =>
  callQuery({ area: 'chat', name: 'chat.policy', call: () => policy(), input: {} });

/** Asks for everything of chat again: what the conversations are, and what was written meanwhile. */
export function useChatRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['chat'] });
}
