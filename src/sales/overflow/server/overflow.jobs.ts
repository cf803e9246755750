import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { LOOK_JOB, lookAt, lookAtAll } from './look.service.ts';

const one = job({
  name: LOOK_JOB,
  payload: z.object({ accountId: z.string() }),
  retries: 5,
  within: 120,
  run: (ctx, { accountId }) => lookAt(ctx, accountId),
});
// hourly, for changes without an event, and so that a room rests soon after its meeting is over
const all = job({
  name: 'overflow.look-at-all',
  payload: z.object({}),
  retries: 1,
  within: 1800,
  schedule: '11 * * * *',
  run: (ctx) => lookAtAll(ctx),
});

export const jobs: AnyJob[] = [mounted(one), mounted(all)];
