import { Button } from '@mantine/core';
import { IconCheck, IconSend, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AttachedFile } from '#core/files/files.rules.ts';
import { useAttachments } from '#core/files/ui/blocks/attachments.hook.ts';
import { AttachButton, AttachmentList } from '#core/files/ui/blocks/attachments.part.tsx';
import { messageOfText } from '#kit/message-text.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Keys } from '#kit/ui/bits.tsx';
import { draftStore } from '#kit/ui/form/draft.ts';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { emptyMessage, isBlankMessage, keptMessage, type MessageDraft } from '#kit/ui/message-field/message-draft.ts';
import { MessageField } from '#kit/ui/message-field/message-field.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { ChatMessage, ChatPerson, ConversationDetail } from '../chat-views.contract.ts';
import { chatLimits } from '../chat.rules.ts';
import { chatApi } from './chat-data.hook.ts';
import { chatText } from './chat-text.hook.ts';
import type { MessageActs } from './message-acts.hook.ts';
import s from './thread.module.css';
import type { UnsentQueue } from './unsent.hook.ts';

/** Milliseconds between two words to the others that one writes; they forget it after 6 s. */
const typingEvery = 3_000;

const filesOf = (value: unknown): AttachedFile[] =>
  (Array.isArray(value) ? value : []).flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'id' in one && 'name' in one
      ? [{ id: String(one.id), name: String(one.name) }]
      : [],
  );

type ChatDraft = { message: MessageDraft; files: AttachedFile[] };
const emptyDraft: ChatDraft = { message: emptyMessage, files: [] };
/** What is written in one conversation, kept on this device until it is sent. */
function useChatDraft(place: string) {
  const { user } = useAuth();
  const [draft, setDraft] = useState(emptyDraft);
  const name = `chat:${user?.id ?? ''}:${place}`;
  const store = useMemo(() => (typeof window === 'undefined' ? null : draftStore(window.localStorage, name)), [name]);
  useEffect(() => {
    const kept = store?.read() ?? null;
    if (kept !== null) setDraft({ message: keptMessage(kept), files: filesOf(kept['files']) });
  }, [store]);
  const write = (next: ChatDraft) => {
    setDraft(next);
    if (next.message.text === '' && next.files.length === 0) store?.remove();
    else store?.write({ ...next.message, files: next.files });
  };
  return { ...draft, write };
}

/** Tells the others that one writes, not more often than they forget it. */
function useTypingSign(id: string): () => void {
  const { chat } = useApi(chatApi);
  const last = useRef(0);
  return () => {
    if (Date.now() - last.current < typingEvery) return;
    last.current = Date.now();
    // nobody misses it
    chat.typing({ params: { id } }).catch(() => null);
  };
}

type WriterProps = {
  conversation: ConversationDetail;
  acts: MessageActs;
  unsent: UnsentQueue;
  /** The first message of the thread that is written on; null: of none. */
  replyTo?: number | null;
  onUp: () => void;
  onSent: () => void;
};
/** One frame to write in: text, files, tools at the start, Send at the end. */
export function ChatWriter({ conversation, acts, unsent, replyTo = null, onUp, onSent }: WriterProps) {
  const say = chatText();
  const { id, members, rights } = conversation;
  const people = members.filter(({ userId }) => userId !== acts.me);
  const { message, files, write } = useChatDraft(replyTo === null ? id : `${id}:${replyTo}`);
  const attachments = useAttachments({ files, max: chatLimits.files, onChange: (next) => write({ message, files: next }) });
  const typing = useTypingSign(id);
  const send = () => {
    if (attachments.sending || (isBlankMessage(message) && files.length === 0)) return;
    unsent.add({ conversation: id, ...message, text: message.text.trim(), files, replyTo });
    write(emptyDraft);
    onSent();
  };
  const change = (next: MessageDraft) => {
    write({ message: next, files });
    if (!isBlankMessage(next)) typing();
  };
  return (
    <MessageField
      label={replyTo === null ? say('write.to', { name: conversation.name }) : say('thread.write')}
      autoFocus={replyTo !== null || acts.wasEditing}
      look="short"
      value={message}
      {...(people.length > 0 && { people })}
      maxLength={chatLimits.text}
      sendKey="Enter"
      onChange={change}
      onSend={send}
      onUp={onUp}
      frame={rights.attach ? attachments.frame : undefined}
      start={rights.attach && <AttachButton attachments={attachments} />}
      end={
        <>
          <span className={s.keys}>
            <Keys keys={['Enter']}>{say('write.send')}</Keys>
          </span>
          <IconButton look="default" aria-label={say('write.sendButton')} disabled={attachments.sending} onClick={send}>
            <IconSend size={18} stroke={1.75} className="turn" />
          </IconButton>
        </>
      }
    >
      <AttachmentList attachments={attachments} />
    </MessageField>
  );
}

/** The people whom plain text of a message mentions stay mentioned when it is changed. */
function editedMessage({ text, doc, mentions }: ChatMessage, people: readonly ChatPerson[]): MessageDraft {
  const mentioned = people.filter(({ userId }) => mentions.includes(userId));
  return { text, doc: doc ?? (mentioned.length === 0 ? null : messageOfText(text, mentioned)) };
}
/** The same frame for a message that is changed. */
export function EditWriter({
  conversation,
  acts,
  message,
}: Pick<WriterProps, 'conversation' | 'acts'> & { message: ChatMessage }) {
  const say = chatText();
  const [before] = useState(() => editedMessage(message, conversation.members));
  const [draft, setDraft] = useState(before);
  const [busy, setBusy] = useState(false);
  const people = conversation.members.filter(({ userId }) => userId !== acts.me);
  const done = () => acts.setEditing('done');
  const save = async () => {
    if (isBlankMessage(draft) || busy) return;
    setBusy(true);
    const isSame = draft.text.trim() === before.text && JSON.stringify(draft.doc) === JSON.stringify(before.doc);
    const outcome = isSame ? 'done' : await acts.edit(message, { ...draft, text: draft.text.trim() });
    setBusy(false);
    if (outcome === 'done') done();
  };
  return (
    <MessageField
      label={say('write.edit')}
      look="short"
      value={draft}
      {...(people.length > 0 && { people })}
      maxLength={chatLimits.text}
      sendKey="Enter"
      autoFocus
      onChange={setDraft}
      onSend={() => void save()}
      onEscape={done}
      end={
        <>
          <span className="small quiet">{say('write.editing')}</span>
          <Button leftSection={<IconX size={16} stroke={1.75} />} onClick={done}>
            {say('cancel')}
          </Button>
          <Button variant="filled" loading={busy} leftSection={<IconCheck size={16} stroke={2} />} onClick={() => void save()}>
            {say('save')}
          </Button>
        </>
      }
    />
  );
}
