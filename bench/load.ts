/** Requests per second of one address: ten kept-alive connections, a warm-up, then a fixed time. Runs in a process of its own. */
import { Pool } from 'undici';

export type Target = { origin: string; path: string; headers?: Record<string, string> };
const connections = 10;

async function drive(target: Target, ms: number): Promise<number> {
  const pool = new Pool(target.origin, { connections, pipelining: 1 });
  const until = performance.now() + ms;
  let done = 0;
  const one = async () => {
    while (performance.now() < until) {
      const answer = await pool.request({ path: target.path, method: 'GET', headers: target.headers ?? {} });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`${target.path} answered ${answer.statusCode}`);
      done++;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  await pool.close();
  return (done * 1000) / ms;
}

/** Requests per second, the median of three rounds after a warm-up. */
export async function requestsPerSecond(target: Target, ms = 2_000): Promise<number> {
  await drive(target, 1_000);
  const rounds: number[] = [];
  for (let round = 0; round < 3; round++) rounds.push(await drive(target, ms));
  return rounds.sort((a, b) => a - b)[1] ?? 0;
}

/** Ratio of two addresses, rounds taken in turns, so that a slow moment of the machine hits both. */
export async function ratioOf(
  measured: Target,
  baseline: Target,
): Promise<{ measured: number; baseline: number; ratio: number }> {
  const a: number[] = [];
  const b: number[] = [];
  await drive(measured, 1_000);
  await drive(baseline, 1_000);
  for (let round = 0; round < 3; round++) {
    a.push(await drive(measured, 1_500));
    b.push(await drive(baseline, 1_500));
  }
  const middle = (rounds: number[]) => rounds.sort((x, y) => x - y)[1] ?? 0;
  const [ours, theirs] = [middle(a), middle(b)];
  return { measured: ours, baseline: theirs, ratio: theirs === 0 ? 0 : ours / theirs };
}
