import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';

const two = (value: number): string => String(value).padStart(2, '0');

/** A place on the time line: "4:05", "1:28:05". Milliseconds. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size in the reader's words: "412 MB", "1.1 GB". */
export function sizeText(bytes: number, tag: string): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const format: Intl.NumberFormatOptions = {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power >= 3 ? 1 : 0,
  };
  return new Intl.NumberFormat(tag, format).format(bytes / 1000 ** power);
}

export function useSizeText(): (bytes: number) => string {
  const { locale } = useReader();
  return (bytes) => sizeText(bytes, intlTag(locale));
}
