import { useMemo } from 'react';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';

/** The name of a country in the reader's language; its code where that has none. */
export function useCountryName(): (code: string) => string {
  const tag = intlTag(useReader().locale);
  return useMemo(() => {
    const names = new Intl.DisplayNames([tag], { type: 'region', fallback: 'code' });
    return (code: string) => names.of(code) ?? code;
  }, [tag]);
}
