import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SentItem } from '../webhooks.contract.ts';
import { lookAgainIn } from '../deliveries.rules.ts';

/** While deliveries of the page wait, the screen asks for what became of them: a busy account would be pushed to without an end. */
export function useLookAgain(page: { items: readonly SentItem[] } | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    const pause = page === undefined ? null : lookAgainIn(page.items, Date.now());
    if (pause === null) return;
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: ['user'] }), pause);
    return () => clearInterval(timer);
  }, [page, queries]);
}
