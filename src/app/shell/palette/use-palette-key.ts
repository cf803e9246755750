import { useEffect, useRef } from 'react';

/** Ctrl K, on a Mac ⌘ K; works while typing too. */
export function usePaletteKey(run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/**
 * Keys that are pressed between Ctrl K and the palette's first drawing belong into its field. `opening` is called by what opens it;
 * `take` gives the text once, when the field is there.
 */
export function useTypedAhead(): { opening: () => void; take: () => string } {
  const typed = useRef<{ text: string; stop: () => void } | null>(null);
  const take = () => {
    const text = typed.current?.text ?? '';
    typed.current?.stop();
    typed.current = null;
    return text;
  };
  const opening = () => {
    take();
    const onKey = (event: KeyboardEvent) => {
      if (typed.current === null || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') return void take();
      if (event.key === 'Backspace') typed.current.text = [...typed.current.text].slice(0, -1).join('');
      else if ([...event.key].length === 1) typed.current.text += event.key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    typed.current = { text: '', stop: () => document.removeEventListener('keydown', onKey, { capture: true }) };
  };
  useEffect(() => () => typed.current?.stop(), []);
  return { opening, take };
}
