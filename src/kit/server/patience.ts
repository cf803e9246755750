/** Steps of a start that wait for the database: it may come up later than we do, or have no time at this moment. */
import { setTimeout as wait } from 'node:timers/promises';

/** Of the system: nobody answers under that address, or not yet. */
const network: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // the socket of a server on this machine that was not started yet
  'ENOENT',
]);
/** Of PostgreSQL: connection lost (08), too many connections or no memory (53), starting, stopping or cancelled (57), locked. */
const passing = /^(08|53|57)...$|^(55P03|40001|40P01)$/;
/** Of the driver, which gives these no code. */
const silent = /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout/;

/** Why a step failed when the same step may succeed later; null: it would fail again. */
export function passingTrouble(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (network.has(code)) return code;
  if (passing.test(code) || silent.test(error.message)) return error.message;
  return error.cause === undefined ? null : passingTrouble(error.cause);
}

const firstPause = 250;
const longestPause = 5_000;
/** Milliseconds between two reports that we still wait. */
const sayEvery = 30_000;

/** Does the step again and again while it fails for a reason that passes; `say` hears the reason. */
export async function patiently<T>(step: () => Promise<T>, say: (reason: string) => void): Promise<T> {
  let saidAt = Number.NEGATIVE_INFINITY;
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await step();
    } catch (error) {
      const reason = passingTrouble(error);
      if (reason === null) throw error;
      if (performance.now() - saidAt >= sayEvery) {
        saidAt = performance.now();
        say(reason);
      }
      await wait(pause);
    }
  }
}
