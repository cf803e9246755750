import { type DateForm, formatDay } from '#kit/dates.ts';
import { money as moneyOf, toDecimal } from '#kit/money.ts';
import { ChartCard } from '#kit/ui/chart/chart-card.tsx';
import type { ChartPicture } from '#kit/ui/chart/picture.ts';
import { moneyTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useMoney } from '#sales/billing/ui/blocks/money.hook.ts';
import type { BooksMonth } from '../books.contract.ts';
import { booksText } from './books-text.hook.ts';
import { scaleText } from './scale-text.hook.ts';

/** Twelve months of one currency, as a drawing or as a table; nothing is converted. */
export function RevenueChart({ months, currency }: { months: readonly BooksMonth[]; currency: string }) {
  const say = booksText();
  const money = useMoney();
  const { locale } = useReader();
  // `YYYY-MM` as a month's name; such a text has no zone
  const monthText = (month: string, form: DateForm) => formatDay(`${month}-01`, form, locale);
  const present = months.at(-1);
  const series = {
    line: { id: 'line', name: say('revenue.line'), values: months.map((one) => one.recurring) },
    gained: { id: 'gained', name: say('revenue.gained'), values: months.map((one) => one.gained) },
    lost: { id: 'lost', name: say('revenue.lost'), values: months.map((one) => -one.lost), hue: 'grey-dot' },
  };
  const picture: ChartPicture = {
    kind: 'area',
    stepTitle: say('revenue.month'),
    steps: months.map((one) => ({
      key: one.month,
      name: [monthText(one.month, 'shortMonth'), ...(one === present ? [say('revenue.soFar')] : [])].join(' · '),
      tick: monthText(one.month, 'monthName'),
    })),
    series: [series.line, series.gained, series.lost],
    format: (minor) => money(minor, currency),
    formatCell: (minor) => toDecimal(moneyOf(BigInt(minor), currency)),
    formatTick: scaleText(currency, moneyTag(locale)),
  };
  return (
    <ChartCard
      id={`revenue-${currency}`}
      title={`${say('revenue.title')} · ${currency}`}
      picture={picture}
      drawn={[
        { ...picture, series: [series.line] },
        { ...picture, kind: 'bars', bars: 'stacked', series: [series.gained, series.lost] },
      ]}
      height={180}
      file={`revenue-${currency}`}
    />
  );
}
