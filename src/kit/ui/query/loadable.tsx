import { type ComponentType, createContext, createElement, use, useContext } from 'react';

/** A part whose code is loaded when needed; after `preload` it renders at once, on the server too. */
export type Loadable<P extends object> = { (props: P): React.ReactNode; preload: () => Promise<void> };

/** Sources of the parts that a page on the server shows: their styles stand in its head, so that nothing moves before their code has come. */
export const ShownParts = createContext<Set<string> | null>(null);

function make<P extends object>(load: () => Promise<ComponentType<P>>, source: string | null): Loadable<P> {
  const code: { pending: Promise<ComponentType<P>> | null } = { pending: null };
  const start = (): Promise<ComponentType<P>> => {
    if (code.pending !== null) return code.pending;
    const pending = load();
    code.pending = pending;
    pending.then(
      // React reads these two, and then does not wait for what is already here
      (value) => Object.assign(pending, { status: 'fulfilled', value }),
      () => {
        code.pending = null;
      },
    );
    return pending;
  };
  const Loaded = (props: P) => {
    const parts = useContext(ShownParts);
    if (source !== null) parts?.add(source);
    return createElement(use(start()), props);
  };
  return Object.assign(Loaded, { preload: async () => void (await start()) });
}

/**
 * The server's build writes `loadable.from('src/….tsx')(…)` where the part is imported by name (`scripts/vite/vite-screens.ts`).
 *
 * @example const Palette = loadable(async () => (await import('./palette.tsx')).Palette)
 */
export const loadable = Object.assign(
  <P extends object>(load: () => Promise<ComponentType<P>>): Loadable<P> => make(load, null),
  {
    from:
      (source: string) =>
      <P extends object>(load: () => Promise<ComponentType<P>>): Loadable<P> =>
        make(load, source),
  },
);
