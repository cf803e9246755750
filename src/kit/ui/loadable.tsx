import { type ComponentType, createElement, use } from 'react';

/** A part whose code is loaded when needed; after `preload` it renders at once, on the server too. */
export type Loadable<P extends object> = { (props: P): React.ReactNode; preload: () => Promise<void> };

/** @example const Palette = loadable(async () => (await import('./palette.tsx')).Palette) */
export function loadable<P extends object>(load: () => Promise<ComponentType<P>>): Loadable<P> {
  const code: { part: ComponentType<P> | null; pending: Promise<ComponentType<P>> | null } = { part: null, pending: null };
  const start = (): Promise<ComponentType<P>> => {
    code.pending ??= load().then(
      (part) => {
        code.part = part;
        return part;
      },
      (error: unknown) => {
        code.pending = null;
        throw error;
      },
    );
    return code.pending;
  };
  const Loaded = (props: P) => createElement(code.part ?? use(start()), props);
  return Object.assign(Loaded, { preload: async () => void (await start()) });
}
