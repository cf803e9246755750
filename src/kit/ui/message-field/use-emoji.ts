import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { useReader } from '#kit/ui/text/reader.tsx';
import { type EmojiChoice, type EmojiWords, searchEmoji } from './emoji-search.ts';
import { emojiWords } from './emoji-words.ts';

/** Finds emoji by name. Their words are loaded with the first colon; until then there are none. */
export function useEmoji(editor: Editor): (query: string) => readonly EmojiChoice[] {
  const { locale } = useReader();
  const [words, setWords] = useState<{ own: EmojiWords; english: EmojiWords } | null>(null);
  useEffect(() => {
    const load = async () => {
      const [own, english] = await Promise.all([emojiWords(locale), emojiWords('en-US')]);
      setWords({ own, english });
    };
    const look = () => {
      if (editor.state.selection.$from.nodeBefore?.text?.includes(':') !== true) return;
      editor.off('update', look);
      // without their words, a colon stays a colon
      load().catch(() => editor.on('update', look));
    };
    editor.on('update', look);
    return () => void editor.off('update', look);
  }, [editor, locale]);
  return (query) => (words === null ? [] : searchEmoji(words, query));
}
