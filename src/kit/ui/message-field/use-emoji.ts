import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import { useReader } from '#kit/ui/text/reader.tsx';
import { type EmojiChoice, searchEmoji } from './emoji-search.ts';
import { type EmojiDictionary, loadEmojiDictionary } from './emoji-words.ts';

/** Most that are offered while one types. */
const most = 8;
/** Finds emoji by name. Their words are loaded with the first colon; until then there are none. */
export function useEmoji(editor: Editor): (query: string) => readonly EmojiChoice[] {
  const { locale } = useReader();
  const [words, setWords] = useState<EmojiDictionary | null>(null);
  useEffect(() => {
    const look = () => {
      if (editor.state.selection.$from.nodeBefore?.text?.includes(':') !== true) return;
      editor.off('update', look);
      // without their words, a colon stays a colon
      loadEmojiDictionary(locale).then(setWords, () => editor.on('update', look));
    };
    editor.on('update', look);
    return () => void editor.off('update', look);
  }, [editor, locale]);
  return (query) => (words === null ? [] : searchEmoji(words, query).slice(0, most));
}
