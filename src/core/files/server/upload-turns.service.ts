/**
 * Who writes an upload: one request at a time, in whatever process. A lease in PostgreSQL and not a lock, which would hold a connection
 * as long as a slow line sends; a process that dies leaves a lease that runs out.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ERRORS, type Locker, type RequestRelease } from '@tus/server';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { askForLease, dropLease, keepLease, takeLease } from './uploads.queries.ts';

const turns = {
  /** Seconds of silence after which another request takes over. */
  seconds: 10,
  /** Milliseconds between two signs of life, and between two tries to get the turn. */
  renew: 1_000,
  ask: 200,
  /** Milliseconds that a request waits for its turn. */
  patience: 20_000,
} as const;

/** For one upload of ours; the name that the store has for it is not looked at. */
export function uploadTurns(ctx: Ctx, uploadId: string): Locker {
  // across accounts: the turn is asked for after the permission was
  const db = ctx.system.read;
  return {
    newLock: () => {
      const lease = { id: uploadId, holder: newId() };
      let renewing: NodeJS.Timeout | undefined;
      const renew = async (end: RequestRelease) => {
        const kept = await keepLease(db, lease, { seconds: turns.seconds, now: new Date(ctx.now()) }).catch(() => null);
        if (kept === null || kept.wanted) await end();
      };
      return {
        lock: async (signal, end) => {
          const until = performance.now() + turns.patience;
          while (!(await takeLease(db, lease, turns.seconds))) {
            if (signal.aborted || performance.now() > until) throw ERRORS.ERR_LOCK_TIMEOUT;
            await askForLease(db, lease);
            await pause(turns.ask);
          }
          renewing = setInterval(() => void renew(end), turns.renew).unref();
        },
        unlock: async () => {
          clearInterval(renewing);
          await dropLease(db, lease, new Date(ctx.now()));
        },
      };
    },
  };
}
