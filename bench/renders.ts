/** Time that the server takes for a page: one request at a time, so that nothing waits for another. */
import type { MeasuredPage } from './pages.ts';
import type { Bench } from './product.ts';
import { htmlOf, type Readers } from './readers.ts';
import { ticksOf } from './load.ts';

/** Milliseconds; `cpu` is processor time of the web process, null where the system does not tell it. */
export type RenderTime = { median: number; p95: number; cpu: number | null };
const warmUp = 4;
const count = 40;
/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0;

export async function renderTimeOf(bench: Pick<Bench, 'url' | 'pid'>, page: MeasuredPage, readers: Readers): Promise<RenderTime> {
  const ask = () => htmlOf(bench.url + page.path, readers[page.eyes].cookie, page.status);
  for (let round = 0; round < warmUp; round++) await ask();
  const times: number[] = [];
  const before = ticksOf(bench.pid);
  for (let round = 0; round < count; round++) {
    const began = performance.now();
    await ask();
    times.push(performance.now() - began);
  }
  const after = ticksOf(bench.pid);
  times.sort((a, b) => a - b);
  const cpu = before === null || after === null ? null : ((after - before) * tickMs) / count;
  return { median: at(times, 0.5), p95: at(times, 0.95), cpu };
}
