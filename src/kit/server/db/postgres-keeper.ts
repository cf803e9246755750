/** Looks after the embedded database while the product runs: a server that died is started again, in the same place. */
import { setTimeout as wait } from 'node:timers/promises';

/** `report` gets each event as text for the operator; `gone` is called once, when the server could not be brought back. */
export type PostgresKeeper = { report: (text: string) => void; gone: (error: unknown) => void };
type KeptPostgres = PostgresKeeper & { alive: () => boolean; revive: () => Promise<void> };

/** Milliseconds between two looks. */
const lookEvery = 500;
const attempts = 5;
/** Milliseconds before the second attempt; it doubles. */
const firstPause = 250;

async function bringBack({ revive, report }: KeptPostgres, ended: () => boolean): Promise<void> {
  report('the embedded database ended and is started again');
  for (let attempt = 1, pause = firstPause; !ended(); attempt++, pause *= 2) {
    try {
      await revive();
      report('the embedded database is back');
      return;
    } catch (error) {
      if (attempt === attempts) throw error;
      await wait(pause);
    }
  }
}

/** Looks every half second until `stop`, which waits for a start that is under way. */
export function keepAlive(kept: KeptPostgres): { stop(): Promise<void> } {
  let reviving: Promise<void> | null = null;
  let ended = false;
  const timer = setInterval(() => {
    if (reviving !== null || ended || kept.alive()) return;
    reviving = bringBack(kept, () => ended)
      .catch((error: unknown) => {
        clearInterval(timer);
        kept.gone(error);
      })
      .finally(() => {
        reviving = null;
      });
  }, lookEvery);
  timer.unref();
  return {
    stop: async () => {
      ended = true;
      clearInterval(timer);
      await reviving;
    },
  };
}
