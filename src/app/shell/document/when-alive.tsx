import { type ReactNode, useEffect, useRef } from 'react';

/** Acts once what it holds stands and hears what is pressed. */
export function WhenAlive({ act, children }: { act: () => Promise<void>; children: ReactNode }) {
  const waiting = useRef<(() => Promise<void>) | null>(act);
  useEffect(() => {
    void waiting.current?.();
    waiting.current = null;
  }, []);
  return children;
}
