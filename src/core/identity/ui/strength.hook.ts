import { useEffect, useRef, useState } from 'react';

export type StrengthLevel = 0 | 1 | 2 | 3 | 4;
type StrengthEstimate = (password: string, known: readonly string[]) => StrengthLevel;

/** The estimate and its words are large: they are loaded with the first character of a password. */
const load = async (): Promise<StrengthEstimate> => (await import('./strength-estimate.hook.ts')).estimate;

/** How long a password would stand against guessing, as the server sees it; null while it is empty or the estimate is not there. */
export function useStrength(password: string, known: readonly string[]): StrengthLevel | null {
  const [level, setLevel] = useState<StrengthLevel | null>(null);
  const loading = useRef<Promise<StrengthEstimate | null> | null>(null);
  const words = known.join('\n');
  useEffect(() => {
    if (password === '') return setLevel(null);
    const state = { current: 'wanted' };
    // without the estimate (offline) the server still judges; the next character tries again
    loading.current ??= load().catch(() => {
      loading.current = null;
      return null;
    });
    void loading.current.then((estimate) => {
      if (state.current === 'wanted' && estimate !== null) setLevel(estimate(password, words.split('\n')));
    });
    return () => {
      state.current = 'left';
    };
  }, [password, words]);
  return level;
}
