import { matchRoutes, type RouteObject } from 'react-router';
import { pageFacts } from '#kit/facts.ts';
import type { RouteRow } from './route-row.ts';

type NetworkConnection = { saveData?: boolean; effectiveType?: string };
const saves = (): boolean => {
  const connection: NetworkConnection =
    'connection' in navigator && typeof navigator.connection === 'object' && navigator.connection !== null
      ? navigator.connection
      : {};
  return connection.saveData === true || (connection.effectiveType ?? '').includes('2g');
};
const whenIdle = (run: () => void): void => {
  // Safari has no idle callback; then the timeout alone decides
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: pageFacts.prefetchIdle });
  else setTimeout(run, pageFacts.prefetchIdle);
};

/** Loads the code of screens whose links come into view, when the browser has nothing else to do; not where data is dear. */
type PrefetchOptions = {
  rows: readonly RouteRow[];
  /** Called after each screen. */
  loaded: () => Promise<void>;
};
export function createPrefetch(
  routes: RouteObject[],
  { rows, loaded }: PrefetchOptions,
): (element: Element, path: string) => () => void {
  const paths = new WeakMap<Element, string>();
  const asked = new Set<string>();
  const load = (path: string) => {
    const id = matchRoutes(routes, path)?.at(-1)?.route.id;
    const row = rows.find((one) => one.name === id);
    if (row === undefined || asked.has(row.name)) return;
    asked.add(row.name);
    whenIdle(
      () =>
        void row
          .screen()
          .then(loaded)
          .catch(() => asked.delete(row.name)),
    );
  };
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      observer.unobserve(entry.target);
      load(paths.get(entry.target) ?? '');
    }
  });
  return (element, path) => {
    if (saves()) return () => {};
    paths.set(element, path);
    observer.observe(element);
    return () => observer.unobserve(element);
  };
}
