import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { tidyCounts } from './recount.service.ts';

const tidy = job({
  name: 'accounts.tidy-counts',
  payload: z.object({}),
  retries: 1,
  within: 300,
  schedule: '41 * * * *',
  run: async (ctx) => void (await tidyCounts(ctx)),
});

export const jobs: AnyJob[] = [mounted(tidy)];
