import { useEffect, useMemo, useState } from 'react';
import { draftStore } from '#kit/ui/form/draft.ts';

/** What is written below one mail, kept on this device until it is sent. */
export function useReplyText(mailId: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState('');
  const store = useMemo(
    () => (typeof window === 'undefined' ? null : draftStore(window.localStorage, `mailbox:${mailId}`)),
    [mailId],
  );
  useEffect(() => {
    const kept = store?.read()?.['text'];
    if (typeof kept === 'string') setText(kept);
  }, [store]);
  const write = (words: string) => {
    setText(words);
    if (words === '') store?.remove();
    else store?.write({ text: words });
  };
  return [text, write];
}
