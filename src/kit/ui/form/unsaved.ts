import { createContext, useContext, useEffect } from 'react';
import type { BlockerFunction } from 'react-router';

/** Who on the page has something that is not saved yet. A router asks one blocker only, so all forms of a page share it. */
export type UnsavedGuard = {
  /** From now on leaving is asked about; the answer ends that. */
  hold: () => () => void;
  held: () => boolean;
  /** Tells when the first one holds and when the last one lets go. */
  subscribe: (listen: () => void) => () => void;
};

export function createUnsaved(): UnsavedGuard {
  const holders = new Set<symbol>();
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listen) => listen());
  return {
    hold: () => {
      const holder = Symbol('unsaved');
      holders.add(holder);
      if (holders.size === 1) tell();
      return () => {
        if (holders.delete(holder) && holders.size === 0) tell();
      };
    },
    held: () => holders.size > 0,
    subscribe: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}

/** Whether a navigation leaves what is not saved: another query or hash of the same page does not. */
export const blocks =
  (unsaved: UnsavedGuard): BlockerFunction =>
  ({ currentLocation, nextLocation }) =>
    unsaved.held() && currentLocation.pathname !== nextLocation.pathname;

export const UnsavedContext = createContext<UnsavedGuard | null>(null);

/** Asks before leaving while `state` is `changed`; what was typed stays on the device. */
export function useUnsaved(state: 'changed' | 'settled'): void {
  const unsaved = useContext(UnsavedContext);
  useEffect(() => (state === 'changed' ? unsaved?.hold() : undefined), [unsaved, state]);
}
