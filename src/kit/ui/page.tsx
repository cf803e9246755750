import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { pageFacts } from '#kit/facts.ts';

/**
 * The title of the page. A screen's own title wins over the one of the route table; without either it is the default.
 * While rendering on the server the last word is read with `current()` after rendering.
 */
export type PageTitles = {
  setOwn: (title: string | null) => void;
  setRoute: (title: string | null) => void;
  current: () => string;
  /** The title that the screen itself set. */
  own: () => string | null;
  subscribe: (listener: () => void) => () => void;
};

/** `show` is called at each change of the title. */
export function pageTitles(show: (title: string) => void): PageTitles {
  const state: { own: string | null; route: string | null } = { own: null, route: null };
  const listeners = new Set<() => void>();
  const changed = () => {
    show(current());
    for (const listener of listeners) listener();
  };
  const current = () => state.own ?? state.route ?? pageFacts.defaultTitle;
  return {
    setOwn: (title) => {
      state.own = title;
      changed();
    },
    setRoute: (title) => {
      state.route = title;
      changed();
    },
    current,
    own: () => state.own,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const TitlesContext = createContext<PageTitles>(pageTitles(() => {}));
export function PageTitlesProvider({ titles, children }: { titles: PageTitles; children: ReactNode }) {
  return <TitlesContext value={titles}>{children}</TitlesContext>;
}
export const usePageTitles = (): PageTitles => useContext(TitlesContext);

/** Sets the title of the page while the screen is shown, e.g. the name of the room. `null` keeps the route's. */
export function usePageTitle(title: string | null): void {
  const titles = usePageTitles();
  // effects do not run on the server; there the title must be known when rendering is over
  if (typeof document === 'undefined') titles.setOwn(title);
  useEffect(() => {
    titles.setOwn(title);
    return () => titles.setOwn(null);
  }, [title, titles]);
}
