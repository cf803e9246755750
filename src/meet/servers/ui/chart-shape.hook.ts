import type { ResultIn } from '#kit/contract.ts';
import type { serversCalls } from '../servers.contract.ts';

type History = ResultIn<typeof serversCalls.history>;
type Sample = History['samples'][number];
export const chartFigures = ['people', 'meetings', 'videos', 'load'] as const;
export type ChartFigure = (typeof chartFigures)[number];

/** A round number at or above what has to be shown: 1, 2 or 5 times a power of ten, even so that half of it is whole. */
export function roundTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(2, most)));
  return [1, 2, 4, 6, 8, 10].map((step) => step * power).find((one) => one >= Math.max(2, most) && one % 2 === 0) ?? 10 * power;
}

/** Upper end of the scale. */
export function topOf(samples: readonly Sample[], { figure, limit }: { figure: ChartFigure; limit: number | null }): number {
  const most = Math.max(1, ...samples.map((one) => one[figure]));
  return roundTop(limit === null ? most : Math.max(most, limit));
}

/** Lines without what lies between samples that are too far apart: nothing was measured there. */
export function linesOf({ samples, stepMs }: Pick<History, 'samples' | 'stepMs'>): Sample[][] {
  const lines: Sample[][] = [];
  for (const sample of samples) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    if (line !== undefined && last !== undefined && sample.at - last.at <= stepMs * 2.5) line.push(sample);
    else lines.push([sample]);
  }
  // one sample alone is drawn as long as its step
  return lines.map((line) => {
    const [only, more] = line;
    return only === undefined || more !== undefined ? line : [only, { ...only, at: only.at + stepMs }];
  });
}

/** The closed shape under a line of points "x y". */
export function areaOf(points: readonly string[]): string {
  const xOf = (point: string | undefined) => (point ?? '0').split(' ')[0] ?? '0';
  return `M${points.join('L')}L${xOf(points.at(-1))} 100L${xOf(points[0])} 100z`;
}
