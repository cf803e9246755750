/** Work that one process of the installation does at a time; another takes over when that one ends or falls silent. */
import type { Bus } from './jobs/bus.ts';
import type { DbScope } from './db/db.ts';
import { newId } from './ids.ts';
import { dropLease, holdLease } from './lease.queries.ts';
import type { Log } from './log.ts';

export type LeasedWork = {
  key: string;
  /** Seconds that the holder may be silent before another process takes over. */
  seconds: number;
  /** Milliseconds between the beginnings of two rounds. */
  every: number;
  /** One round. A failure is logged, and the next round tries again. */
  round: () => Promise<void>;
  /** Called when the lease went to another process, and at the end. */
  release?: () => Promise<void>;
};
type LeaseOptions = { scope: DbScope; bus: Bus; log: Log };
const topic = 'leases';

/** A pause that `wake` ends early. */
function createPause(): { wait(ms: number): Promise<void>; wake(): void } {
  let wake: () => void = () => undefined;
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => wake(),
  };
}

/** Runs the rounds while this process holds the lease, until the returned function is called; it waits for the round under way. */
export function workUnderLease(work: LeasedWork, { scope, bus, log }: LeaseOptions): () => Promise<void> {
  const holder = newId();
  const pause = createPause();
  let stopped = false;
  let renewedAt = Number.NEGATIVE_INFINITY;
  /** Milliseconds until the next try; null: the lease is ours. */
  const wait = async (): Promise<number | null> => {
    if (performance.now() - renewedAt < (work.seconds * 1_000) / 3) return null;
    const began = performance.now();
    const left = await holdLease(scope.read, { key: work.key, holder, seconds: work.seconds });
    renewedAt = left === 0 ? began : Number.NEGATIVE_INFINITY;
    // not all who wait at the same moment
    return left === 0 ? null : left + Math.random() * 500;
  };
  /** Does a round where the lease is held; gives the milliseconds until the next turn. */
  const turn = async (): Promise<number> => {
    const began = performance.now();
    const left = await wait();
    if (left === null) await work.round();
    else await work.release?.();
    return left ?? Math.max(0, work.every - (performance.now() - began));
  };
  const loop = async () => {
    while (!stopped) {
      const next = await turn().catch((error: unknown) => {
        log.error({ error, lease: work.key }, 'a round of leased work failed');
        return work.every;
      });
      if (!stopped) await pause.wait(next);
    }
  };
  const off = bus.on(topic, ({ kind }) => kind === work.key && renewedAt === Number.NEGATIVE_INFINITY && pause.wake());
  const running = loop();
  return async () => {
    stopped = true;
    pause.wake();
    off();
    await running;
    await work.release?.();
    const drop = scope.write(async (tx) => {
      await dropLease(tx, { key: work.key, holder });
      await bus.push(tx, { topic, kind: work.key });
    });
    // it runs out by itself
    await drop.catch((error: unknown) => log.warn({ error, lease: work.key }, 'a lease could not be dropped'));
  };
}
