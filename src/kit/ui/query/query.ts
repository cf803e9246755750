import type { DataTag } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { DataArea } from '#kit/facts.ts';
import { pageFacts } from '#kit/facts.ts';

type CallQuery<R> = { queryKey: DataTag<unknown[], R, Error>; queryFn: () => Promise<R> };

/**
 * A call as a query. The key is `[area, name, input]`, so that `invalidateQueries({ queryKey: ['bigbluebutton'] })`
 * refreshes everything of a data area.
 * @example useQuery(callQuery({ area: 'bigbluebutton', name: 'rooms.list', call: api.rooms.list, input: { query } }))
 */
export function callQuery<I, R>(what: { area: DataArea; name: string; call: (input: I) => Promise<R>; input: I }): CallQuery<R> {
  const query = { queryKey: [what.area, what.name, what.input], queryFn: () => what.call(what.input) };
  // cast: the library's own function gives back what it gets with this type, and would bring the library to pages that ask nothing
  return query as CallQuery<R>;
}

/** As in `.bone` of feedback.module.css: what is over by then shows no skeleton. */
const skeletonAfter = 150;
/** Milliseconds until what is shown changes: to pending, or back from it when it has been shown since `since` (epoch ms). */
export function waitToShow(what: { pending: boolean; since: number; now: number }): number {
  return what.pending ? skeletonAfter : Math.max(0, pageFacts.fetchMinimum - (what.now - what.since));
}

/** Whether a skeleton is seen: not for what is over in 150 ms, and once seen for at least 200 ms, so that nothing flashes. */
function useShownPending({ pending }: { pending: boolean }): boolean {
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    if (pending === shown) return;
    const wait = waitToShow({ pending, since: since.current, now: Date.now() });
    const timer = setTimeout(() => {
      since.current = Date.now();
      setShown(pending);
    }, wait);
    return () => clearTimeout(timer);
  }, [pending, shown]);
  return shown;
}

/**
 * The answer of a query for a part that shows a skeleton until it is there: held back while that has been seen for less than the
 * fetch minimum of the specification, and not at all when nothing was seen yet.
 * @example const server = useSteadyAnswer(useQuery(serverQuery(api, id)))
 */
export function useSteadyAnswer<T>({ data, isLoading }: { data: T | undefined; isLoading: boolean }): T | undefined {
  const shown = useShownPending({ pending: isLoading });
  return shown ? undefined : data;
}
