import * as z from 'zod/mini';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { meetingLimits } from '../meetings.rules.ts';
import { forgetOldAttendance } from './attendance/attendance.service.ts';
import { dropPollLease, holdPollLease } from './polling/poll-lease.queries.ts';
import { pollServers } from './polling/poll.service.ts';
import { recoverStarts } from './start.service.ts';

const recover = job({
  name: 'meetings.recover-starts',
  payload: z.object({}),
  retries: 1,
  within: 300,
  schedule: '* * * * *',
  run: async (ctx) => void (await recoverStarts(ctx)),
});
const forget = job({
  name: 'meetings.forget-attendance',
  payload: z.object({}),
  retries: 3,
  within: 600,
  schedule: '41 2 * * *',
  run: async (ctx) => void (await forgetOldAttendance(ctx)),
});

export const jobs: AnyJob[] = [mounted(recover), mounted(forget)];

/** Seconds that a poller may be silent before another takes over; longer than a usual round, short enough for a dead server to be found in time. */
const leaseSeconds = 12;

/** One round: polls when this process holds the lease. */
async function round(ctx: Ctx, holder: string): Promise<void> {
  if (await holdPollLease(ctx.system.read, holder, leaseSeconds)) await pollServers(ctx);
}

/**
 * Polls the servers every three seconds until the returned function is called; it waits for the poll under way. Any number
 * of workers may run it: one of them holds the lease, and another takes over when that one is gone.
 */
export function startPolling(ctxOf: () => Ctx): () => Promise<void> {
  const stop = new AbortController();
  const holder = newId();
  const loop = async () => {
    while (!stop.signal.aborted) {
      const began = performance.now();
      // the next round is the repair: what a poll that failed has not seen is still there to be seen
      await round(ctxOf(), holder).catch((error: unknown) => ctxOf().log.error({ error }, 'the poll of the servers failed'));
      await pause(Math.max(0, meetingLimits.pollEvery - (performance.now() - began)), stop.signal);
    }
  };
  const running = loop();
  return async () => {
    stop.abort();
    await running;
    await dropPollLease(ctxOf().system.read, holder);
  };
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
