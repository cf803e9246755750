import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { TAKE_JOB, takeRates } from './take.service.ts';

// published towards 16:00 in Frankfurt, by either clock of the year; the others are for what was missed
const take = job({
  name: TAKE_JOB,
  payload: z.object({}),
  retries: 6,
  within: 120,
  schedule: '25 5,14,15,16,19 * * *',
  run: async (ctx) => void (await takeRates(ctx)),
});
export const jobs: readonly AnyJob[] = [mounted(take)];
