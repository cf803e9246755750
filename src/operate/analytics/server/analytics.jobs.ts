import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { countAnalytics } from './rollups.service.ts';

export const COUNT_JOB = 'analytics.count';

const count = job({
  name: COUNT_JOB,
  payload: z.object({}),
  retries: 3,
  within: 600,
  run: async (ctx) => void (await countAnalytics(ctx)),
});
// what a lost job left behind
const keep = job({
  name: 'analytics.keep',
  payload: z.object({}),
  retries: 0,
  within: 600,
  schedule: '41 * * * *',
  run: async (ctx) => void (await countAnalytics(ctx)),
});
export const jobs: AnyJob[] = [mounted(count), mounted(keep)];
