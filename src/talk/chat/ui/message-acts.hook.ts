import { useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import type { MessageDraft } from '#kit/ui/message-field/message-draft.ts';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { type ChatReaction, mayChangeMessage } from '../chat.rules.ts';
import type { ChatMessage, ConversationDetail } from '../chat-views.contract.ts';
import { chatApi } from './chat-data.hook.ts';
import { chatText } from './chat-text.hook.ts';
import { useMessageChanged } from './thread-messages.hook.ts';

/** What can be done to a message, and which one is being changed or looked into. */
export function useMessageActs({ id, policy, rights }: ConversationDetail) {
  const say = chatText();
  const { chat } = useApi(chatApi);
  const { user } = useAuth();
  const ask = useAsk();
  const failureText = useFailureText(say);
  const changed = useMessageChanged();
  const [trouble, setTrouble] = useState<string | null>(null);
  const [editing, setEditing] = useState<ChatMessage | null>(null);
  const [history, setHistory] = useState<ChatMessage | null>(null);
  const me = user?.id ?? '';
  const attempt = async (call: () => Promise<ChatMessage>): Promise<'done' | 'refused'> => {
    setTrouble(null);
    try {
      changed(await call());
      return 'done';
    } catch (error) {
      setTrouble(failureText(error));
      return 'refused';
    }
  };
  return {
    ...{ me, trouble, editing, setEditing, history, setHistory },
    mayReact: rights.write,
    mayChange: (message: ChatMessage) =>
      mayChangeMessage(
        { kind: message.kind, authorId: message.author.userId, at: message.at, deleted: message.deletedAt !== null },
        { userId: me, now: Date.now(), policy },
      ),
    mayReadHistory: ({ editedAt, deletedAt }: ChatMessage) => rights.history && (editedAt ?? deletedAt) !== null,
    react: ({ number, reactions }: ChatMessage, reaction: ChatReaction) => {
      const mine = reactions.some((one) => one.reaction === reaction && one.userIds.includes(me));
      return attempt(() => chat.react({ params: { id, number }, body: { reaction, state: mine ? 'off' : 'on' } }));
    },
    edit: ({ number }: ChatMessage, body: MessageDraft) => attempt(() => chat.edit({ params: { id, number }, body })),
    remove: async ({ number }: ChatMessage) => {
      const sure = await ask({
        title: say('remove.title'),
        lead: say('remove.lead'),
        verb: say('remove.verb'),
        safe: say('cancel'),
      });
      if (sure) await attempt(() => chat.remove({ params: { id, number } }));
    },
  };
}
export type MessageActs = ReturnType<typeof useMessageActs>;
