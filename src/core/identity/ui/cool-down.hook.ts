import { useCallback, useEffect, useState } from 'react';

/** Counts seconds down to 0, so that a button can tell when it may be pressed again. */
export function useCoolDown(first: number): { left: number; start: (seconds: number) => void } {
  const [left, setLeft] = useState(first);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const start = useCallback((seconds: number) => setLeft(Math.ceil(seconds)), []);
  return { left, start };
}
