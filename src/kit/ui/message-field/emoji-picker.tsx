import { Popover } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { SearchField } from '#kit/ui/light-parts.tsx';
import { type OpenerRef, OutsideAnchor } from '#kit/ui/overlay/outside-anchor.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { type EmojiChoice, searchEmoji } from './emoji-search.ts';
import { type EmojiDictionary, loadEmojiDictionary } from './emoji-words.ts';
import s from './emoji-picker.module.css';

export type EmojiPickerWords = { search: string; frequent: string; all: string; none: string };

const frequent = ['👍', '❤️', '😂', '🎉', '😮', '😢', '✅', '👀'];
const columns = 8;

/** Their names, once they are loaded; without a connection the frequent ones can still be chosen. */
function useEmojiDictionary(): EmojiDictionary | null {
  const { locale } = useReader();
  const [words, setWords] = useState<EmojiDictionary | null>(null);
  useEffect(() => {
    loadEmojiDictionary(locale).then(setWords, () => undefined);
  }, [locale]);
  return words;
}

type GridProps = { label: string; choices: readonly EmojiChoice[]; onChoose: (emoji: string) => void };
/** One stop of the Tab key; the arrows go through it. */
function EmojiGrid({ label, choices, onChoose }: GridProps) {
  const { dir } = useReader();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const forward = dir === 'rtl' ? -1 : 1;
    const steps: Readonly<Record<string, number>> = {
      ...{ ArrowRight: forward, ArrowLeft: -forward },
      ...{ ArrowDown: columns, ArrowUp: -columns },
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    buttons[buttons.findIndex((one) => one === document.activeElement) + step]?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a set of fields it is not
    <div className={s.grid} role="group" aria-label={label} onKeyDown={onKeyDown}>
      {choices.map(({ emoji, name }, at) => (
        <button
          key={emoji}
          type="button"
          className={s.emoji}
          aria-label={name}
          title={name}
          tabIndex={at === 0 ? 0 : -1}
          onClick={() => onChoose(emoji)}
        >
          {emoji}
        </button>
      ))}
    </div>
  );
}

type PickerProps = {
  id: string;
  button: OpenerRef;
  label: string;
  words: EmojiPickerWords;
  opened: 'opened' | 'closed';
  setOpened: (opened: 'opened' | 'closed') => void;
  onChoose: (emoji: string) => void;
};
/** A row of frequent emoji, and all of them by name; loaded by `EmojiButton`. */
export function EmojiPicker({ id, button, label, words, opened, setOpened, onChoose }: PickerProps) {
  const [search, setSearch] = useState('');
  const dictionary = useEmojiDictionary();
  // opened after it stands: opening is then the same the first time and later
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => setOpened('opened'), []);
  const close = () => {
    setSearch('');
    setOpened('closed');
  };
  const choose = (emoji: string) => {
    close();
    onChoose(emoji);
  };
  const found = dictionary === null ? [] : searchEmoji(dictionary, search.trim());
  const nameOf = (emoji: string): string => dictionary?.own[emoji]?.split('|')[0] ?? emoji;
  return (
    <Popover
      id={id}
      position="bottom-end"
      opened={opened === 'opened'}
      onChange={(open) => (open ? setOpened('opened') : close())}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <OutsideAnchor button={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={s.picker ?? ''}>
        <EmojiGrid label={words.frequent} choices={frequent.map((emoji) => ({ emoji, name: nameOf(emoji) }))} onChoose={choose} />
        <SearchField
          icon={<IconSearch size={16} stroke={1.75} />}
          aria-label={words.search}
          placeholder={words.search}
          maxLength={40}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = found;
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || first === undefined) return;
            event.preventDefault();
            choose(first.emoji);
          }}
        />
        <div className={s.all}>
          {found.length > 0 && <EmojiGrid label={words.all} choices={found} onChoose={choose} />}
          <p role="status" className={s.none}>
            {dictionary !== null && found.length === 0 && words.none}
          </p>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
