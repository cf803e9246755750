import { useEffect, useRef } from 'react';
import s from '#ui/panels/panel.module.css';
import { useWords } from '#ui/words.tsx';

/** A small set that fits a conversation in class and at work. */
const emojis = [
  '👍',
  '👎',
  '👏',
  '🙏',
  '💪',
  '👋',
  '🙌',
  '👀',
  '😀',
  '😂',
  '🙂',
  '😉',
  '😍',
  '🤔',
  '😮',
  '😢',
  '❤️',
  '🎉',
  '🔥',
  '⭐',
  '✅',
  '❌',
  '❓',
  '💡',
];

export function EmojiPicker({ onPick, onClose }: { onPick(emoji: string): void; onClose(): void }) {
  const { text } = useWords();
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => box.current?.querySelector('button')?.focus(), []);
  useEffect(() => {
    const away = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.parentElement?.contains(event.target)) onClose();
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [onClose]);
  return (
    <fieldset
      ref={box}
      className={s.emoji}
      aria-label={text('chat.emoji')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // it closes this alone, not the panel around it
        event.preventDefault();
        onClose();
      }}
    >
      {emojis.map((emoji) => (
        <button key={emoji} type="button" onClick={() => onPick(emoji)}>
          {emoji}
        </button>
      ))}
    </fieldset>
  );
}
