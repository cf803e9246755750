import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs.ts';
import { lockDue, recount, RECOUNT_JOB } from './commission.service.ts';
import { closeMonth } from './month.service.ts';

const counting = job({
  name: RECOUNT_JOB,
  payload: z.object({ invoiceId: z.string() }),
  retries: 12,
  within: 120,
  run: (ctx, { invoiceId }) => recount(ctx, invoiceId),
});
// hourly: a vendor whose data came late does not wait for the next day
const months = job({
  name: 'resale.months',
  payload: z.object({}),
  retries: 2,
  within: 3000,
  schedule: '41 * * * *',
  run: async (ctx) => {
    await lockDue(ctx);
    await closeMonth(ctx);
  },
});
export const jobs: readonly AnyJob[] = [mounted(counting), mounted(months)];
