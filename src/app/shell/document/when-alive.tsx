import { type ReactNode, useEffect } from 'react';
import { aliveEvent } from './early-presses.ts';

/** Marks the document once React has taken the page over, for the script of early presses and for journeys. */
export function WhenAlive({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset['alive'] = '';
    document.dispatchEvent(new Event(aliveEvent));
  }, []);
  return children;
}
