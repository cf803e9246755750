import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { DELIVER_JOB, forgetDeliveries, sweepDeliveries, tryDelivery } from './deliveries.service.ts';

/** Tries are planned by the row itself; the queue repeats only what broke on our side. */
const send = job({
  name: DELIVER_JOB,
  payload: z.object({ id: z.string() }),
  retries: 3,
  within: 60,
  concurrency: 20,
  perGroup: 1,
  run: tryDelivery,
});
const sweep = job({
  name: 'webhooks.sweep',
  payload: z.object({}),
  retries: 0,
  within: 60,
  schedule: '* * * * *',
  run: sweepDeliveries,
});
const forget = job({
  name: 'webhooks.forget',
  payload: z.object({}),
  retries: 2,
  within: 300,
  schedule: '20 4 * * *',
  run: forgetDeliveries,
});

export const jobs: AnyJob[] = [mounted(send), mounted(sweep), mounted(forget)];
