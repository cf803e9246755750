import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { keepTickets } from './keeping.service.ts';

const keep = job({
  name: 'tickets.keep',
  payload: z.object({}),
  retries: 1,
  within: 300,
  schedule: '*/15 * * * *',
  run: keepTickets,
});
export const jobs: AnyJob[] = [mounted(keep)];
