import type { ChartSeries } from './picture.ts';

/** Lines differ by dash as well as by hue, so that nobody has to tell colours apart. */
const hues = ['accent', 'amber-dot', 'green-dot', 'red-dot', 'blue-dot', 'text-2', 'grey-dot'] as const;
const dashes = ['0', '8 4', '2 3', '8 3 2 3', '14 4', '1 5', '4 4'] as const;

export const seriesHue = ({ hue }: Pick<ChartSeries, 'hue'>, at: number): string =>
  `var(--at-${hue ?? hues[at % hues.length] ?? 'accent'})`;
export const seriesDash = (at: number): string => dashes[at % dashes.length] ?? '0';
