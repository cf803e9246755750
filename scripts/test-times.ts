import { relative } from 'node:path';
import type { FileResult } from './suites.ts';

const slowest = 20;

/** `src/sales/…` belongs to the wing `sales`, `packages/engine/…` to `engine`, everything else to its top folder. */
function wingOf(file: string): string {
  const [top = '', below = ''] = file.split('/');
  return top === 'src' || top === 'packages' ? below : top;
}

/** Lines for people: where the time of the tests went, by wing and by file. Files of several workers ran at the same time. */
export function timesOf(files: FileResult[], root: string): string[] {
  if (files.length === 0) return [];
  const timed = files.map(({ file, seconds }) => ({ file: relative(root, file), seconds }));
  const wings = new Map<string, number>();
  for (const { file, seconds } of timed) wings.set(wingOf(file), (wings.get(wingOf(file)) ?? 0) + seconds);
  const byTime = (a: number, b: number) => b - a;
  return [
    `Time by wing: ${[...wings]
      .sort(([, a], [, b]) => byTime(a, b))
      .map(([wing, seconds]) => `${wing} ${seconds.toFixed(0)} s`)
      .join(', ')}`,
    'Slowest files:',
    ...timed
      .sort((a, b) => byTime(a.seconds, b.seconds))
      .slice(0, slowest)
      .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`),
  ];
}
