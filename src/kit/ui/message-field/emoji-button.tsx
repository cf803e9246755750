import { IconMoodPlus } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { IconButton } from '#kit/ui/light-parts.tsx';
import { useLazyOpened } from '#kit/ui/overlay/lazy-opened.ts';
import { loadable } from '#kit/ui/query/loadable.tsx';
import type { EmojiPickerWords } from './emoji-picker.tsx';

const EmojiPicker = loadable(async () => (await import('./emoji-picker.tsx')).EmojiPicker);

type EmojiButtonProps = { label: string; words: EmojiPickerWords; onChoose: (emoji: string) => void };
/** A button that opens the choice of an emoji; its code comes when somebody is near. */
export function EmojiButton({ label, words, onChoose }: EmojiButtonProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { shown, setShown, press, getReady } = useLazyOpened(EmojiPicker.preload);
  const opened = shown === 'opened';
  return (
    <>
      <IconButton
        ref={button}
        id={id}
        size={28}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-controls={opened ? `${id}-dropdown` : undefined}
        onClick={press}
        onFocus={getReady}
        onPointerEnter={getReady}
      >
        <IconMoodPlus size={16} stroke={1.75} />
      </IconButton>
      {shown !== 'unmade' && <EmojiPicker {...{ id, button, label, words, onChoose }} opened={shown} setOpened={setShown} />}
    </>
  );
}
