import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SentItem } from '../webhooks.contract.ts';
import { longestLook, lookAgainIn } from '../deliveries.rules.ts';

/** While shown deliveries wait, the screen asks for what became of them: a busy account would be pushed to without an end. */
export function useLookAgain(shown: readonly SentItem[] | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    const first = shown === undefined ? null : lookAgainIn(shown, Date.now());
    if (first === null) return;
    const next: { timer?: ReturnType<typeof setTimeout> } = {};
    const lookIn = (pause: number) => {
      next.timer = setTimeout(() => {
        for (const name of ['webhooks.sent', 'webhooks.sentOne', 'webhooks.list'])
          void queries.invalidateQueries({ queryKey: ['user', name] });
        // as long as nothing comes of it ever more slowly: the worker may be down, and every reader asks
        lookIn(Math.min(longestLook, pause * 2));
      }, pause);
    };
    lookIn(first);
    return () => clearTimeout(next.timer);
  }, [shown, queries]);
}
