import { useSyncExternalStore } from 'react';
import { loadingBarFacts } from '#kit/facts.ts';
import type { LoadingBar } from './loading-bar.ts';
import s from './loading-bar.module.css';

/** Drawn above everything; says nothing to screen readers, the new page's title does. */
export function LoadingBarLine({ bar }: { bar: LoadingBar }) {
  const state = useSyncExternalStore(bar.subscribe, bar.state, bar.state);
  if (!state.shown) return null;
  return (
    <div
      className={s.bar}
      data-failed={state.failed || undefined}
      style={{ blockSize: loadingBarFacts.height, inlineSize: `${state.percent}%` }}
      aria-hidden="true"
    />
  );
}
