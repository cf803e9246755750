import { useSyncExternalStore } from 'react';

/** A phone that lies on its side; the style sheets ask the same. */
const query = '(max-height: 480px) and (max-width: 960px) and (orientation: landscape)';

function subscribe(changed: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
}

export function useLowWindow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
