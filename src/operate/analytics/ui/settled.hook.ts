import { useEffect, useState } from 'react';

/** The value once it has not changed for so many milliseconds, so that not every key asks the server. */
export function useSettled<V>(value: V, after: number): V {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), after);
    return () => clearTimeout(timer);
  }, [value, after]);
  return settled;
}
