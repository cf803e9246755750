import { useMemo } from 'react';
import { dayIn, formatDate } from '#kit/dates.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';

/** When a call came: of today with seconds, because many come in a minute; else with its day. Epoch milliseconds. */
export function useCallTime(): (at: number) => string {
  const reader = useReader();
  const text = useTimeText();
  return useMemo(() => {
    const today = dayIn(reader.now, reader.zone);
    return (at: number) => (dayIn(at, reader.zone) === today ? formatDate(at, 'seconds', reader) : text(at, 'full'));
  }, [reader, text]);
}
