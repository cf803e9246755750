import { Button } from '@mantine/core';
import { IconAt, IconCheck, IconSend, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useAttachments } from '#core/files/ui/blocks/attachments.hook.ts';
import { AttachButton, AttachmentList } from '#core/files/ui/blocks/attachments.part.tsx';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { Keys } from '#kit/ui/bits.tsx';
import { draftStore } from '#kit/ui/form/draft.ts';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { ChatMessage, ConversationDetail } from '../chat-views.contract.ts';
import { chatLimits } from '../chat.rules.ts';
import type { ChosenFile } from './chat-files.part.tsx';
import { chatApi } from './chat-data.hook.ts';
import { chatText } from './chat-text.hook.ts';
import { MentionField } from './mention-field.part.tsx';
import type { MessageActs } from './message-acts.hook.ts';
import { mentionedIn } from './message-book.hook.ts';
import s from './thread.module.css';
import type { UnsentQueue } from './unsent.hook.ts';

/** Milliseconds between two words to the others that one writes; they forget it after 6 s. */
const typingEvery = 3_000;

const filesOf = (value: unknown): ChosenFile[] =>
  (Array.isArray(value) ? value : []).flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'id' in one && 'name' in one
      ? [{ id: String(one.id), name: String(one.name) }]
      : [],
  );

/** What is written in one conversation, kept on this device until it is sent. */
function useChatDraft(id: string) {
  const { user } = useAuth();
  const [draft, setDraft] = useState<{ text: string; files: ChosenFile[] }>({ text: '', files: [] });
  const name = `chat:${user?.id ?? ''}:${id}`;
  const store = useMemo(() => (typeof window === 'undefined' ? null : draftStore(window.localStorage, name)), [name]);
  useEffect(() => {
    const kept = store?.read() ?? null;
    if (kept !== null) setDraft({ text: typeof kept['text'] === 'string' ? kept['text'] : '', files: filesOf(kept['files']) });
  }, [store]);
  const write = (next: { text: string; files: ChosenFile[] }) => {
    setDraft(next);
    if (next.text === '' && next.files.length === 0) store?.remove();
    else store?.write(next);
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
  onUp: () => void;
  onSent: () => void;
};
/** One frame to write in: text, files, tools at the start, Send at the end. */
export function ChatWriter({ conversation, acts, unsent, onUp, onSent }: WriterProps) {
  const say = chatText();
  const { id, members, rights } = conversation;
  const people = members.filter(({ userId }) => userId !== acts.me);
  const { text, files, write } = useChatDraft(id);
  const attachments = useAttachments({ files, max: chatLimits.files, onChange: (next) => write({ text, files: next }) });
  const typing = useTypingSign(id);
  const send = () => {
    if (attachments.sending || (text.trim() === '' && files.length === 0)) return;
    unsent.add({ conversation: id, text: text.trim(), files, mentions: mentionedIn(text, people) });
    write({ text: '', files: [] });
    onSent();
  };
  const setText = (words: string) => {
    write({ text: words, files });
    if (words.trim() !== '') typing();
  };
  return (
    <div className={s.writer} {...(rights.attach && attachments.frame)}>
      <MentionField
        label={say('write.to', { name: conversation.name })}
        text={text}
        people={people}
        onText={setText}
        onSend={send}
        onUp={onUp}
      />
      <AttachmentList attachments={attachments} />
      <div className={s.tools}>
        {rights.attach && <AttachButton attachments={attachments} />}
        {people.length > 0 && (
          <IconButton aria-label={say('write.mention')} onClick={() => setText(`${text}${/(^|\s)$/.test(text) ? '' : ' '}@`)}>
            <IconAt size={18} stroke={1.75} />
          </IconButton>
        )}
        <span className={s.keys}>
          <Keys keys={['Enter']}>{say('write.send')}</Keys>
        </span>
        <IconButton look="default" aria-label={say('write.sendButton')} disabled={attachments.sending} onClick={send}>
          <IconSend size={18} stroke={1.75} className="turn" />
        </IconButton>
      </div>
    </div>
  );
}

/** The same frame for a message that is changed. */
export function EditWriter({
  conversation,
  acts,
  message,
}: Pick<WriterProps, 'conversation' | 'acts'> & { message: ChatMessage }) {
  const say = chatText();
  const [text, setText] = useState(message.text);
  const [busy, setBusy] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector('textarea')?.focus(), []);
  const people = conversation.members.filter(({ userId }) => userId !== acts.me);
  const done = () => acts.setEditing(null);
  const save = async () => {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    const outcome =
      text.trim() === message.text
        ? 'done'
        : await acts.edit(message, { text: text.trim(), mentions: mentionedIn(text, people) });
    setBusy(false);
    if (outcome === 'done') done();
  };
  return (
    <div className={s.writer} ref={frame}>
      <MentionField
        label={say('write.edit')}
        text={text}
        people={people}
        onText={setText}
        onSend={() => void save()}
        onEscape={done}
      />
      <div className={s.tools}>
        <span className="small quiet">{say('write.editing')}</span>
        <span className={s.keys} />
        <Button leftSection={<IconX size={16} stroke={1.75} />} onClick={done}>
          {say('cancel')}
        </Button>
        <Button variant="filled" loading={busy} leftSection={<IconCheck size={16} stroke={2} />} onClick={() => void save()}>
          {say('save')}
        </Button>
      </div>
    </div>
  );
}
