/** Puts the outcomes of several seeds beside each other. */
import { placers } from './placers.ts';
import { courseOf, type Outcome, runCourse } from './run.ts';
import type { Scene } from './scene.ts';

/** Peak loads in people times multiplier. `worst`: of the fullest server, per seed; the others are medians over the seeds. */
export type Score = {
  name: string;
  worst: number[];
  median: number;
  worstSeed: number;
  p99: number;
  usual: number;
  even: number;
};

const ascending = (values: Iterable<number>) => [...values].sort((a, b) => a - b);

/** The value below which a share of the values lies, interpolated. */
export function quantile(values: Iterable<number>, share: number): number {
  const sorted = ascending(values);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? 0;
  return below + ((sorted[Math.ceil(at)] ?? below) - below) * (at - Math.floor(at));
}

function scoreOf(name: string, outcomes: readonly Outcome[]): Score {
  const over = (share: number) => outcomes.map(({ peaks }) => quantile(peaks, share));
  const worst = over(1);
  return {
    name,
    worst,
    median: quantile(worst, 0.5),
    worstSeed: Math.max(...worst),
    p99: quantile(over(0.99), 0.5),
    usual: quantile(over(0.5), 0.5),
    even: quantile(
      outcomes.map(({ even }) => even),
      0.5,
    ),
  };
}

/** Plays every scene under every way of placing. Calls `onScene` after each scene. */
export function compare(scenes: Iterable<Scene>, onScene: (scene: Scene) => void): Score[] {
  const outcomes = new Map<string, Outcome[]>(placers.map(({ name }) => [name, []]));
  for (const scene of scenes) {
    const course = courseOf(scene);
    for (const placer of placers) outcomes.get(placer.name)?.push(runCourse(course, placer));
    onScene(scene);
  }
  return placers.map(({ name }) => scoreOf(name, outcomes.get(name) ?? []));
}

/** Whether the first, ours, has the lowest worst server at the median and at the worst seed. */
export function firstIsLowest(scores: readonly Score[]): boolean {
  const [first, ...others] = scores;
  return first !== undefined && others.every((one) => first.median < one.median && first.worstSeed < one.worstSeed);
}

export function tableOf(scores: readonly Score[]): string {
  const heading = ['way of placing', 'worst server', 'worst seed', 'p99 server', 'median server', 'worst / even share'];
  const figures = scores.map((one) => [
    one.name,
    ...[one.median, one.worstSeed, one.p99, one.usual].map((figure) => figure.toFixed(0)),
    (one.median / one.even).toFixed(2),
  ]);
  const rows = [heading, ...figures];
  const widths = heading.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0));
  return rows.map((row) => row.map(pad).join('  ')).join('\n');
}
