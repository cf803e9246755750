import * as z from 'zod/mini';
import type { Ctx } from '#kit/server/ctx.ts';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { workUnderLease } from '#kit/server/lease.ts';
import { meetingLimits } from '../meetings.rules.ts';
import { forgetOldAttendance } from './attendance/attendance.service.ts';
import { pollServers } from './polling/poll.service.ts';
import { sendLatePresentations } from './late-presentations.service.ts';
import { recoverStarts } from './start.service.ts';

const recover = job({
  name: 'meetings.recover-starts',
  payload: z.object({}),
  retries: 1,
  within: 300,
  schedule: '* * * * *',
  run: async (ctx) => void (await recoverStarts(ctx)),
});
const presentations = job({
  name: 'meetings.ask-for-presentations',
  payload: z.object({}),
  retries: 0,
  within: 120,
  schedule: '* * * * *',
  run: (ctx) => sendLatePresentations(ctx),
});
const forget = job({
  name: 'meetings.forget-attendance',
  payload: z.object({}),
  retries: 3,
  within: 600,
  schedule: '41 2 * * *',
  run: async (ctx) => void (await forgetOldAttendance(ctx)),
});

export const jobs: AnyJob[] = [mounted(recover), mounted(presentations), mounted(forget)];

export const POLL_LEASE = 'meetings.poller';

/** Polls the servers every three seconds, in one worker of the installation, until the returned function is called. */
export function startPolling(ctxOf: () => Ctx): () => Promise<void> {
  const { system, bus, log } = ctxOf();
  return workUnderLease(
    {
      key: POLL_LEASE,
      // longer than a usual round, short enough for a dead server to be found in time
      seconds: 12,
      every: meetingLimits.pollEvery,
      round: () => pollServers(ctxOf()),
    },
    { scope: system, bus, log },
  );
}
