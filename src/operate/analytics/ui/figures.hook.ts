/** How figures, days and hours are written for a reader. Days are texts of a calendar, so that no zone moves them. */
import { type DateForm, formatDate, formatDay } from '#kit/dates.ts';
import { moneyText } from '#kit/ui/bits.tsx';
import { intlTag, moneyTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { Locale } from '#kit/facts.ts';
import { rememberedFor } from '#kit/remembered.ts';
import type { Dimension, MeasureUnit } from '../measures.rules.ts';

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
type FigureSort = { unit: MeasureUnit; currency?: string | null };

function figureTextOf(locale: Locale) {
  const tag = intlTag(locale);
  const plain = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 });
  const dated = (form: DateForm) => (day: string) => formatDay(day, form, locale);
  const shapes = {
    day: dated('dayMonth'),
    longDay: dated('longDay'),
    month: dated('shortMonth'),
    weekday: dated('weekdayName'),
    shortWeekday: dated('shortWeekday'),
  };
  const hour = (at: number) => formatDate(at * 3_600_000, 'time', { locale, zone: 'UTC' });
  // 1 January 2024 was a Monday
  const weekdayOf = (number: number) => `2024-01-0${number}`;
  const size = (bytes: number) => {
    const step = bytes < 1 ? 0 : Math.min(sizes.length - 1, Math.floor(Math.log10(bytes) / 3));
    const shape = { style: 'unit', unit: sizes[step] ?? 'byte', unitDisplay: 'short', maximumFractionDigits: 1 } as const;
    return new Intl.NumberFormat(tag, shape).format(bytes / 1000 ** step);
  };
  return {
    ...shapes,
    hour,
    weekday: (number: number) => shapes.weekday(weekdayOf(number)),
    shortWeekday: (number: number) => shapes.shortWeekday(weekdayOf(number)),
    number: (value: number) => plain.format(value),
    percent: (part: number) => percent.format(part),
    figure: (value: number, { unit, currency }: FigureSort) => {
      if (unit === 'bytes') return size(value);
      if (unit === 'percent') return percent.format(value / 100);
      if (unit === 'money') return moneyText({ cents: value, currency: currency ?? 'EUR', tag: moneyTag(locale) });
      return plain.format(value);
    },
    /** The key of a split in words; null: only its name says it. */
    split: (key: string, dimension: Dimension): string | null => {
      if (dimension === 'day' || dimension === 'week') return shapes.day(key);
      if (dimension === 'month') return shapes.month(key.length === 7 ? `${key}-01` : key);
      if (dimension === 'weekday') return shapes.weekday(weekdayOf(Number(key)));
      return dimension === 'hour' ? hour(Number(key)) : null;
    },
  };
}
type FigureText = ReturnType<typeof figureTextOf>;

// making one takes longer than a hundred uses of it
const byReader = rememberedFor((reader: { locale: Locale }) => figureTextOf(reader.locale));
export const useFigureText = (): FigureText => byReader(useReader());
