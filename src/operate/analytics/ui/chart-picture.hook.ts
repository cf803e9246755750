/** What a chart shows, from which the picture, its table, its file and its sentence are made. */
import { csvOf } from '#kit/csv.ts';

export type ChartSeries = { id: string; name: string; values: readonly (number | null)[] };
export type ChartPicture = {
  kind: 'lines' | 'bars' | 'area';
  /** Names the first column: Day, Week of, Room. */
  stepTitle: string;
  steps: readonly { key: string; name: string }[];
  series: readonly ChartSeries[];
  /** Grey and dashed behind the others. */
  before?: ChartSeries;
  limit?: { value: number; name: string };
  format: (value: number) => string;
};

export const columnsOf = ({ series, before }: ChartPicture): ChartSeries[] => [
  ...series,
  ...(before === undefined ? [] : [before]),
];

/** Figures as they are, so that a spreadsheet can add them up. */
export function csvOfPicture(picture: ChartPicture): string {
  const columns = columnsOf(picture);
  const rows = picture.steps.map(({ key }, n) => [key, ...columns.map(({ values }) => String(values[n] ?? ''))]);
  return csvOf([[picture.stepTitle, ...columns.map(({ name }) => name)], ...rows]);
}

/** Where most is and what the ends are; null without figures. */
export function trendOf({ steps, series }: ChartPicture) {
  const known = steps.flatMap(({ name }, n) => {
    const values = series.flatMap((one) => one.values[n] ?? []);
    return values.length === 0 ? [] : [{ name, value: Math.max(...values) }];
  });
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return null;
  const most = known.reduce((highest, one) => (one.value > highest.value ? one : highest), first);
  return { first, last, most };
}
