import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { remindOfCards } from './reminding.service.ts';

const remind = job({
  name: 'tasks.remind',
  payload: z.object({}),
  retries: 0,
  within: 300,
  schedule: '*/2 * * * *',
  run: async (ctx) => {
    while ((await remindOfCards(ctx)) > 0);
  },
});
export const jobs: AnyJob[] = [mounted(remind)];
