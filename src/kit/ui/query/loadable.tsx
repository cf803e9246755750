import { type ComponentType, createElement, use } from 'react';

/** A part whose code is loaded when needed; after `preload` it renders at once, on the server too. */
export type Loadable<P extends object> = { (props: P): React.ReactNode; preload: () => Promise<void> };

/** @example const Palette = loadable(async () => (await import('./palette.tsx')).Palette) */
export function loadable<P extends object>(load: () => Promise<ComponentType<P>>): Loadable<P> {
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
  const Loaded = (props: P) => createElement(use(start()), props);
  return Object.assign(Loaded, { preload: async () => void (await start()) });
}
