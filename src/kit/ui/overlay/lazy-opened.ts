import { useState } from 'react';

/** `unmade` until it is opened the first time. */
type LazyState = 'unmade' | 'closed' | 'opened';
export type LazyOpened = {
  shown: LazyState;
  setShown: (shown: LazyState) => void;
  /** Opens or closes. */
  press: () => void;
  /** Somebody comes near the button: the code is loaded. */
  getReady: () => void;
};

/**
 * Whether something is open whose code is loaded when it is first wanted. What could not be loaded is thrown into the page, which
 * knows what to do about that.
 * @param preload of the `loadable` part
 */
export function useLazyOpened(preload: () => Promise<void>): LazyOpened {
  const [shown, setShown] = useState<LazyState>('unmade');
  const [lost, setLost] = useState<{ why: unknown } | null>(null);
  if (lost !== null) throw lost.why;
  const make = () =>
    void preload().then(
      () => setShown('closed'),
      // without a connection the page says so already, and the next press tries again
      (why: unknown) => navigator.onLine && setLost({ why }),
    );
  return {
    shown,
    setShown,
    press: () => (shown === 'unmade' ? make() : setShown(shown === 'closed' ? 'opened' : 'closed')),
    getReady: () => void preload().catch(() => null),
  };
}
