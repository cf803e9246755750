import { useReader } from '#kit/ui/text/reader.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';

/** A size in the reader's words. */
export function useSize(): (bytes: number) => string {
  const { locale } = useReader();
  return (bytes) => {
    const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
    const step = Math.min(steps.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
    const unit = steps[step] ?? 'byte';
    return new Intl.NumberFormat(intlTag(locale), { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(
      bytes / 1000 ** step,
    );
  };
}
