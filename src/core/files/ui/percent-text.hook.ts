import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';

/** A share of a hundred in the reader's language. */
export function usePercentText(): (share: number) => string {
  const tag = intlTag(useReader().locale);
  return (share) => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 }).format(share / 100);
}
