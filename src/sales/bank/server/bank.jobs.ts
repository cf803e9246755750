import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { BOOK_JOB, bookByItself } from './booking.service.ts';
import { makePeriod, PERIOD_JOB, sweepPeriods } from './periods.service.ts';

const booking = job({
  name: BOOK_JOB,
  payload: z.object({ sellerId: z.string() }),
  retries: 8,
  within: 600,
  run: bookByItself,
});
const make = job({ name: PERIOD_JOB, payload: z.object({ id: z.string() }), retries: 3, within: 21_600, run: makePeriod });
const sweep = job({
  name: 'bank.sweep-periods',
  payload: z.object({}),
  retries: 0,
  within: 300,
  schedule: '* * * * *',
  run: sweepPeriods,
});
export const jobs: readonly AnyJob[] = [mounted(booking), mounted(make), mounted(sweep)];
