import { QueryClient, queryOptions } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DataArea } from '#kit/facts.ts';
import { pageFacts } from '#kit/facts.ts';

/**
 * A call as a query. The key is `[area, name, input]`, so that `invalidateQueries({ queryKey: ['bigbluebutton'] })`
 * refreshes everything of a data area.
 * @example useQuery(callQuery({ area: 'bigbluebutton', name: 'rooms.list', call: api.rooms.list, input: { query } }))
 */
export function callQuery<I, R>(what: { area: DataArea; name: string; call: (input: I) => Promise<R>; input: I }) {
  return queryOptions({ queryKey: [what.area, what.name, what.input], queryFn: () => what.call(what.input) });
}

/** Codes that another try does not change. */
const final = new Set([
  'invalid_input',
  'bad_request',
  'not_signed_in',
  'not_allowed',
  'not_found',
  'limit_reached',
  'too_large',
  'changed_meanwhile',
]);
const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** One client per page on the server, one per tab in the browser. Data is fresh for 15 s, so hydration asks nothing twice. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, refetchOnWindowFocus: true, retry: (count, error) => count < 2 && !final.has(codeOf(error)) },
      mutations: { retry: false },
    },
  });
}

const skeletonAfter = 150;
/**
 * Whether to show that something is under way: not for what is over in 150 ms, and once shown for at least 200 ms,
 * so that nothing flashes.
 */
export function useShownPending({ pending }: { pending: boolean }): boolean {
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    if (pending === shown) return;
    const wait = pending ? skeletonAfter : Math.max(0, pageFacts.fetchMinimum - (Date.now() - since.current));
    const timer = setTimeout(() => {
      since.current = Date.now();
      setShown(pending);
    }, wait);
    return () => clearTimeout(timer);
  }, [pending, shown]);
  return shown;
}
