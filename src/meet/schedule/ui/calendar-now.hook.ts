import { useEffect, useState } from 'react';
import { useReader } from '#kit/ui/text/reader.tsx';

const every = 30_000;
/** The moment, for the line of now and for what is over: that of the page first, then the clock's. */
export function useNow(): number {
  const { now } = useReader();
  const [shown, setShown] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setShown(Date.now()), every);
    return () => clearInterval(timer);
  }, []);
  return shown;
}
