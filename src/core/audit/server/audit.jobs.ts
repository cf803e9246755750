import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { forgetOldEntries } from './audit.service.ts';

const forget = job({
  name: 'audit.forget',
  payload: z.object({}),
  retries: 2,
  within: 300,
  schedule: '20 3 * * *',
  run: async (ctx) => void (await forgetOldEntries(ctx)),
});

export const jobs: AnyJob[] = [mounted(forget)];
