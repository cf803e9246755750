import { useMemo } from 'react';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';

/** A day of a document, `YYYY-MM-DD`, in the reader's words; such days have no zone. */
export function useDayText(): (day: string) => string {
  const tag = intlTag(useReader().locale);
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
    return (day: string) => format.format(new Date(`${day}T00:00:00Z`));
  }, [tag]);
}
