import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { lockDue, recount, RECOUNT_JOB } from './commission.service.ts';
import { closeMonth } from './month.service.ts';
import { makeMissingPapers, makeStatementPapers, PAPERS_JOB } from './statement-papers.service.ts';

const counting = job({
  name: RECOUNT_JOB,
  payload: z.object({ invoiceId: z.string() }),
  retries: 12,
  within: 120,
  run: (ctx, { invoiceId }) => recount(ctx, invoiceId),
});
const papers = job({
  name: PAPERS_JOB,
  payload: z.object({ id: z.string() }),
  retries: 8,
  within: 300,
  run: (ctx, { id }) => makeStatementPapers(ctx, id),
});
// hourly: a vendor whose data came late does not wait for the next day
const months = job({
  name: 'resale.months',
  payload: z.object({}),
  retries: 2,
  within: 3000,
  schedule: '41 * * * *',
  run: async (ctx) => {
    const failed: unknown[] = [];
    for (const work of [lockDue, closeMonth, makeMissingPapers]) await work(ctx).catch((error: unknown) => failed.push(error));
    if (failed.length > 0) throw new AggregateError(failed, 'the months of vendors failed in part');
  },
});
export const jobs: readonly AnyJob[] = [mounted(counting), mounted(papers), mounted(months)];
