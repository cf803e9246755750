import { useMemo } from 'react';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useTimeText } from '#kit/ui/time.tsx';

/** When a call came: of today with seconds, because many come in a minute; else with its day. Epoch milliseconds. */
export function useCallTime(): (at: number) => string {
  const reader = useReader();
  const text = useTimeText();
  return useMemo(() => {
    const format = (tag: string, shape: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(tag, { timeZone: reader.zone, ...shape });
    const seconds = format(intlTag(reader.locale), { hour: '2-digit', minute: '2-digit', second: '2-digit' });
    const days = format('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });
    const today = days.format(reader.now);
    return (at: number) => (days.format(at) === today ? seconds.format(at) : text(at, 'full'));
  }, [reader, text]);
}
