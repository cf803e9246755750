import { useEffect, useRef, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useUnsaved } from '#kit/ui/form/unsaved.ts';
import { tasksText } from './tasks-text.hook.ts';

/** Milliseconds after the last letter. */
const pause = 800;
type AutosaveOptions = {
  /** What the server has, and the revision of the card that has it. */
  value: string;
  revision: number;
  /** Answers with the revision that it became. */
  save: (words: string, revision: number) => Promise<number>;
};
export type Autosave = {
  words: string;
  write: (words: string) => void;
  /** Saves at once what waits. */
  flush: () => void;
  state: 'still' | 'changed' | 'saved' | 'conflict';
  trouble: string | null;
  /** After a conflict: keeps what was typed, or takes what somebody else wrote. */
  settle: (whose: 'mine' | 'theirs') => void;
};

/** Words that save themselves a moment after they were typed. What somebody else wrote meanwhile is never overwritten unasked. */
export function useAutosave({ value, revision, save }: AutosaveOptions): Autosave {
  const failureText = useFailureText(tasksText());
  const [typed, setTyped] = useState<{ words: string; revision: number } | null>(null);
  const [state, setState] = useState<Autosave['state']>('still');
  const [trouble, setTrouble] = useState<string | null>(null);
  const send = async () => {
    if (typed === null || state === 'conflict') return;
    if (typed.words === value) return setTyped(null);
    try {
      const saved = await save(typed.words, typed.revision);
      setTrouble(null);
      // letters typed while it was on its way are saved next
      setTyped((now) => (now === null || now.words === typed.words ? null : { words: now.words, revision: saved }));
      setState('saved');
    } catch (error) {
      const conflict = error instanceof Failure && error.code === 'changed_meanwhile';
      setState(conflict ? 'conflict' : 'changed');
      setTrouble(conflict ? null : failureText(error));
    }
  };
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => void latest.current(), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    if (state !== 'saved') return;
    const timer = setTimeout(() => setState('still'), 2_000);
    return () => clearTimeout(timer);
  }, [state]);
  // closing the card saves what waits
  useEffect(() => () => void latest.current(), []);
  useUnsaved(typed === null ? 'settled' : 'changed');
  return {
    words: typed?.words ?? value,
    write: (words) => {
      setTyped({ words, revision: typed?.revision ?? revision });
      if (state !== 'conflict') setState('changed');
    },
    flush: () => void send(),
    state,
    trouble,
    settle: (whose) => {
      setState(whose === 'mine' ? 'changed' : 'still');
      setTyped(whose === 'mine' && typed !== null ? { words: typed.words, revision } : null);
    },
  };
}
