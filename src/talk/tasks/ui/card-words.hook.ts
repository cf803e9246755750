import { useEffect, useRef, useState } from 'react';
import { useAutosave } from '#kit/ui/form/autosave.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useUnsaved } from '#kit/ui/form/unsaved.ts';
import { tasksText } from './tasks-text.hook.ts';

const wait = { quiet: 800, retry: 5_000 };
const savedShownMs = 2_000;
type CardWordsOptions = {
  /** What the server has, and the revision of the card that has it. */
  value: string;
  revision: number;
  /** Answers with the revision that it became. */
  save: (words: string, revision: number) => Promise<number>;
};
export type CardWords = {
  words: string;
  write: (words: string) => void;
  /** Saves at once what waits. */
  flush: () => void;
  state: 'still' | 'changed' | 'saved' | 'conflict';
  trouble: string | null;
  /** After a conflict: keeps what was typed, or takes what somebody else wrote. */
  settle: (whose: 'mine' | 'theirs') => void;
};

/** Title or text of a card, which saves itself; what the server has is shown while nothing of it is typed. */
export function useCardWords({ value, revision, save }: CardWordsOptions): CardWords {
  const failureText = useFailureText(tasksText());
  const [typed, setTyped] = useState<string | null>(null);
  const [seenAt, setSeenAt] = useState<number | null>(null);
  const latest = useRef({ value, save });
  useEffect(() => {
    latest.current = { value, save };
  });
  const { saver, state } = useAutosave<string>({
    ...{ revision, savedAt: null, wait },
    keep: (unsent) => setTyped(unsent?.text ?? null),
    write: async (words, { revision: over }) =>
      words === latest.current.value
        ? { revision: over, editedAt: null }
        : { revision: await latest.current.save(words, over ?? 0), editedAt: Date.now() },
  });
  const savedAt = state.kind === 'saved' ? state.at : null;
  useEffect(() => {
    const timer = setTimeout(() => setSeenAt(savedAt), savedShownMs);
    return () => clearTimeout(timer);
  }, [savedAt]);
  useUnsaved(typed === null ? 'settled' : 'changed');
  return {
    words: typed ?? value,
    write: (words) => {
      // another field of the card counts up the same revision
      if (!saver.unsent()) saver.rebase(revision);
      saver.change(words);
    },
    flush: () => void saver.flush(),
    state: state.kind === 'conflict' ? 'conflict' : state.kind !== 'saved' ? 'changed' : savedAt === seenAt ? 'still' : 'saved',
    trouble: state.kind === 'failed' || state.kind === 'device' ? failureText(state.error) : null,
    settle: (whose) => (whose === 'mine' ? void saver.resume(revision) : saver.adopt({ revision, editedAt: null })),
  };
}
