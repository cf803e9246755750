import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { DataArea } from '#kit/facts.ts';
import { type LiveWish, useLive } from './live-news.ts';

/** Pushes of a busy meeting come in heaps; a list is fetched again once for all of them. Milliseconds. */
const heap = 400;
/** Fetches all queries of a data area again when one of the kinds is pushed. */
export function useLiveRefresh(wish: LiveWish & { area: DataArea }): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  useLive(wish, () => {
    timer.current ??= setTimeout(() => {
      timer.current = null;
      void queries.invalidateQueries({ queryKey: [wish.area] });
    }, heap);
  });
}
