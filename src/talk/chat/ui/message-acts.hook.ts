import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import type { MessageDraft } from '#kit/ui/message-field/message-draft.ts';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { mayChangeMessage } from '../chat.rules.ts';
import type { ChatMessage, ConversationDetail } from '../chat-views.contract.ts';
import { type ChatAddress, chatApi, chatPath, conversationQuery } from './chat-data.hook.ts';
import { chatText } from './chat-text.hook.ts';
import { useMessageChanged } from './thread-messages.hook.ts';

type ActsOptions = {
  address: ChatAddress;
  /** Messages after this number are unread again. */
  onUnread?: (readNumber: number) => void;
};
/** Marks a message and all after it as unread; the list of conversations shows it at once. */
function useMarkUnread({ id }: ConversationDetail, { onUnread }: ActsOptions) {
  const client = useApi(chatApi);
  const queries = useQueryClient();
  return async ({ number }: ChatMessage) => {
    const { readNumber } = await client.chat.markUnread({ params: { id, number } });
    const { queryKey } = conversationQuery(client, id);
    queries.setQueryData(queryKey, (now) => (now === undefined ? now : { ...now, readNumber }));
    void queries.invalidateQueries({ queryKey: ['chat', 'chat.list'] });
    onUnread?.(readNumber);
  };
}

/** What can be done to a message, and which one is being changed or looked into. */
export function useMessageActs(conversation: ConversationDetail, options: ActsOptions) {
  const { id, kind, member, policy, rights } = conversation;
  const say = chatText();
  const { chat } = useApi(chatApi);
  const { user } = useAuth();
  const ask = useAsk();
  const failureText = useFailureText(say);
  const changed = useMessageChanged();
  const [trouble, setTrouble] = useState<string | null>(null);
  const [editing, setEditing] = useState<ChatMessage | 'done' | null>(null);
  const [history, setHistory] = useState<ChatMessage | null>(null);
  const navigate = useNavigate();
  const mark = useMarkUnread(conversation, options);
  const me = user?.id ?? '';
  const pathTo = (place: Partial<Pick<ChatAddress, 'at' | 'thread'>>) => chatPath({ ...options.address, ...place });
  const attempt = async (work: () => Promise<void>): Promise<'done' | 'refused'> => {
    setTrouble(null);
    try {
      await work();
      return 'done';
    } catch (error) {
      setTrouble(failureText(error));
      return 'refused';
    }
  };
  return {
    ...{ me, trouble, setEditing, history, setHistory },
    editing: editing === 'done' ? null : editing,
    /** The writer takes the focus back. */
    wasEditing: editing === 'done',
    ...{ pathTo, mayReact: rights.write, mayMarkUnread: member || kind === 'support' },
    mayChange: (message: ChatMessage) =>
      mayChangeMessage(
        { kind: message.kind, authorId: message.author.userId, at: message.at, deleted: message.deletedAt !== null },
        { userId: me, now: Date.now(), policy },
      ),
    mayReadHistory: ({ editedAt, deletedAt }: ChatMessage) => rights.history && (editedAt ?? deletedAt) !== null,
    react: ({ number, reactions }: ChatMessage, reaction: string) => {
      const mine = reactions.some((one) => one.reaction === reaction && one.userIds.includes(me));
      const body = { reaction, state: mine ? ('off' as const) : ('on' as const) };
      return attempt(async () => changed(await chat.react({ params: { id, number }, body })));
    },
    edit: ({ number }: ChatMessage, body: MessageDraft) =>
      attempt(async () => changed(await chat.edit({ params: { id, number }, body }))),
    markUnread: (message: ChatMessage) => attempt(() => mark(message)),
    openThread: ({ number, root }: ChatMessage) => void navigate(pathTo({ thread: root?.number ?? number })),
    remove: async ({ number }: ChatMessage) => {
      const sure = await ask({
        title: say('remove.title'),
        lead: say('remove.lead'),
        verb: say('remove.verb'),
        safe: say('cancel'),
      });
      if (sure) await attempt(async () => changed(await chat.remove({ params: { id, number } })));
    },
  };
}
export type MessageActs = ReturnType<typeof useMessageActs>;
