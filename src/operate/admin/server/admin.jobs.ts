import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { recount } from './recount.service.ts';

const recountNightly = job({
  name: 'admin.recount',
  payload: z.object({}),
  retries: 1,
  within: 3600,
  schedule: '35 4 * * *',
  run: async (ctx) => void (await recount(ctx)),
});

export const jobs: AnyJob[] = [mounted(recountNightly)];
