import { IconMoodSmile, IconSend, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { CHAT_LENGTH, type ChatCommand, type ChatMessage } from '#topics/chat/chat.topic.ts';
import { isPhone } from '#ui/media/devices.ts';
import { EmojiPicker } from '#ui/panels/emoji-picker.tsx';
import { IconButton } from '#ui/parts.tsx';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { isOff } from '#ui/state.ts';
import s from '#ui/panels/panel.module.css';
import { useWords } from '#ui/words.tsx';

/** What is written next answers or changes a message; null: it stands alone. `draft`: words that the engine did not take. */
export type ChatTarget = { does: 'reply' | 'edit'; message: ChatMessage; draft?: string } | null;

function commandOf(text: string, target: ChatTarget, partner: string | null): ChatCommand {
  if (target?.does === 'edit') return { do: 'edit', id: target.message.id, text };
  const said = { text, ...(target !== null && { replyTo: target.message.id }) };
  return partner === null ? { do: 'say', ...said } : { do: 'say-privately', to: partner, ...said };
}

type WriteProps = { name: string | null; target: ChatTarget; onTarget(target: ChatTarget): void };

/** The words in the field, and how they go out. What the engine refused is back in the field unless something new is there. */
function useDraft({ target, onTarget }: Omit<WriteProps, 'name'>) {
  const meeting = useMeeting();
  const { chatPartner } = useMeetingState();
  const [words, setWords] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  // On phones the keyboard would cover what one came to read.
  useEffect(() => {
    if (!isPhone()) field.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (target === null) return;
    const draft = target.draft ?? (target.does === 'edit' ? target.message.text : undefined);
    if (draft !== undefined) setWords(draft);
    field.current?.focus();
  }, [target]);
  const cancel = () => {
    if (target?.does === 'edit') setWords('');
    onTarget(null);
  };
  const send = async () => {
    const said = words.trim();
    if (!said) return;
    setWords('');
    onTarget(null);
    const outcome = await meeting.command('chat', commandOf(said, target, chatPartner));
    if (outcome === 'ok' || field.current?.value !== '') return;
    if (target === null) setWords(said);
    else onTarget({ ...target, draft: said });
  };
  return { words, setWords, field, cancel, send };
}

export function ChatWrite({ name, target, onTarget }: WriteProps) {
  const { text } = useWords();
  const state = useMeetingState();
  const { words, setWords, field, cancel, send } = useDraft({ target, onTarget });
  const [picking, setPicking] = useState(false);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && (picking || target !== null)) {
      event.preventDefault();
      return picking ? setPicking(false) : cancel();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  const label = name === null ? text('chat.write') : text('chat.writeTo', { name });
  return (
    <form
      className={s.write}
      onSubmit={(e) => {
        e.preventDefault();
        void send();
      }}
    >
      {target !== null && <TargetLine target={target} onCancel={cancel} />}
      {picking && (
        <EmojiPicker
          onPick={(emoji) => {
            setWords((now) => now + emoji);
            setPicking(false);
            field.current?.focus();
          }}
          onClose={() => setPicking(false)}
        />
      )}
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        maxLength={CHAT_LENGTH}
        aria-label={label}
        placeholder={label}
        value={words}
        onChange={(e) => setWords(e.currentTarget.value)}
        onKeyDown={press}
      />
      {!isOff(state, 'chatEmojiPicker') && (
        <IconButton
          icon={IconMoodSmile}
          size={28}
          label={text('chat.emoji')}
          aria-expanded={picking}
          onClick={() => setPicking(!picking)}
        />
      )}
      <IconButton type="submit" icon={IconSend} size={28} turn="turn" className={s.send} label={text('chat.send')} />
    </form>
  );
}

function TargetLine({ target, onCancel }: { target: NonNullable<ChatTarget>; onCancel(): void }) {
  const { text } = useWords();
  const { does, message } = target;
  return (
    <p className={s.target}>
      <span role="status">{does === 'edit' ? text('chat.editing') : text('chat.replyingTo', { name: message.name })}</span>
      <IconButton icon={IconX} size={28} label={text('person.keep')} onClick={onCancel} />
    </p>
  );
}
