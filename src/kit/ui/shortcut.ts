import { useEffect, useRef } from 'react';

const typing = new Set(['INPUT', 'TEXTAREA', 'SELECT']);
/** Whether the person is writing, or a dialog has the keyboard, or a part with the whole window, which has keys of its own. */
export function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open], [data-whole]') !== null) return true;
  return target instanceof HTMLElement && (typing.has(target.tagName) || target.isContentEditable);
}

const kept = 'atrium.keys';
/** Whether keys of one sign do something. The meeting reads the same, as JSON. */
export function lettersOn(): boolean {
  try {
    return window.localStorage.getItem(kept) !== '"off"';
  } catch {
    // a browser that keeps nothing
    return true;
  }
}
export function turnLetters(to: 'on' | 'off'): void {
  window.localStorage.setItem(kept, JSON.stringify(to));
}

/** Enter on a link or button is the press of it, never a shortcut of the screen. */
const isPress = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && event.target instanceof Element && event.target.closest('a, button, summary') !== null;

const sequenceTime = 1000;
/**
 * A key of a screen: `'c'`, `'?'`, or two in a row `'g r'`. Not while typing, not with Ctrl, Alt or ⌘, and not while keys of one sign are off.
 */
export function useShortcut(keys: string, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const wanted = keys.split(' ');
    let done = 0;
    let since = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || isPress(event)) return;
      // for those who speak to their machine or hit keys by chance (WCAG 2.1.4)
      if (event.key.length === 1 && !lettersOn()) return;
      if (done > 0 && event.timeStamp - since > sequenceTime) done = 0;
      since = event.timeStamp;
      done = event.key === wanted[done] ? done + 1 : event.key === wanted[0] ? 1 : 0;
      if (done < wanted.length) return;
      done = 0;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [keys]);
}
