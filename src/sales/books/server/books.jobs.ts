import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { CHECK_JOB, checkBooks } from './check.service.ts';
import { closeMonths } from './months.service.ts';

const nothing = z.object({});
// before the counters are put right in the same night: what was wrong is to be seen
const check = job({
  name: CHECK_JOB,
  payload: nothing,
  retries: 3,
  within: 3000,
  schedule: '5 4 * * *',
  run: async (ctx) => void (await checkBooks(ctx)),
});
// hourly: a month ends at another hour in each zone
const months = job({
  name: 'books.months',
  payload: nothing,
  retries: 3,
  within: 600,
  schedule: '2 * * * *',
  run: closeMonths,
});
export const jobs: readonly AnyJob[] = [mounted(check), mounted(months)];
