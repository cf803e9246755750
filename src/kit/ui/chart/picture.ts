/** What a chart shows, from which the drawing, its table, its file and its sentence are made. */
import { csvOf } from '#kit/csv.ts';

export type ChartKind = 'lines' | 'bars' | 'area';
export type ChartSeries = {
  id: string;
  name: string;
  values: readonly (number | null)[];
  /** A colour of the theme, as `accent`; by its place among the series when left out. */
  hue?: string;
};
export type ChartStep = {
  key: string;
  /** In full, for the table and what stands under the pointer. */
  name: string;
  /** Shorter, below the axis. */
  tick?: string;
};
export type ChartPicture = {
  kind: ChartKind;
  /** Names the first column: Day, Week of, Room. */
  stepTitle: string;
  steps: readonly ChartStep[];
  series: readonly ChartSeries[];
  /** Grey and dashed behind the others. */
  before?: ChartSeries;
  limit?: { value: number; name: string };
  /** Upright lines at a step, by its key. */
  marks?: readonly { key: string; hue: string }[];
  /** Whether a line goes on over steps without a figure. */
  gaps?: 'joined' | 'open';
  format: (value: number) => string;
  /** Beside the axis, where `format` is too long. */
  formatTick?: (value: number) => string;
  /** In a file: a plain number, as a spreadsheet reads it. */
  formatCell?: (value: number) => string;
  /** Bars of a step on one another: up from zero what is more, down what is less. */
  bars?: 'stacked';
};

export const columnsOf = ({ series, before }: ChartPicture): ChartSeries[] => [
  ...series,
  ...(before === undefined ? [] : [before]),
];

/** Figures as they are, so that a spreadsheet can add them up. */
export function csvOfPicture(picture: ChartPicture): string {
  const columns = columnsOf(picture);
  const { formatCell = String } = picture;
  const cell = (value: number | null | undefined) => (typeof value === 'number' ? formatCell(value) : '');
  const rows = picture.steps.map(({ key }, n) => [key, ...columns.map(({ values }) => cell(values[n]))]);
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

const roundSteps = [1, 2, 5, 10];
/** The smallest of 1, 2, 5 times a power of ten that is at least this much, and never less than one. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return (roundSteps.find((step) => step * power >= least) ?? 10) * power;
}

/** Round figures of an axis that holds zero, all values and the limit: at most six, in whole numbers, so that heights compare. */
export function ticksOf(picture: ChartPicture): number[] {
  const values = columnsOf(picture).flatMap((one) => one.values.flatMap((value) => value ?? []));
  const most = Math.max(1, picture.limit?.value ?? 0, ...values);
  const least = Math.min(0, ...values);
  const step = roundStep((most - least) / 4);
  const [from, to] = [Math.floor(least / step), Math.ceil(most / step)];
  return Array.from({ length: to - from + 1 }, (_tick, n) => (from + n) * step);
}
