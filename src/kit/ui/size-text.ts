import { intlTag } from './text/locale.ts';
import { useReader } from './text/reader.tsx';

/** A size in bytes in the reader's language, in kilobytes at least. */
export function useSizeText(): (bytes: number) => string {
  const tag = intlTag(useReader().locale);
  return (bytes) => {
    const [unit, size] =
      bytes >= 1e9 ? (['gigabyte', 1e9] as const) : bytes >= 1e6 ? (['megabyte', 1e6] as const) : (['kilobyte', 1e3] as const);
    return new Intl.NumberFormat(tag, { style: 'unit', unit, maximumFractionDigits: 1 }).format(Math.max(0.1, bytes / size));
  };
}
