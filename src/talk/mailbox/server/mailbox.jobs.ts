import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { deliverMail, keepMailboxes } from './delivering.service.ts';
import { DELIVER_JOB } from './drafts.service.ts';

const deliver = job({
  name: DELIVER_JOB,
  payload: z.object({ id: z.string() }),
  retries: 5,
  within: 60,
  concurrency: 2,
  run: (ctx, { id }) => deliverMail(ctx, id),
});
const keep = job({
  name: 'mailbox.keep',
  payload: z.object({}),
  retries: 1,
  within: 300,
  schedule: '7,22,37,52 * * * *',
  run: keepMailboxes,
});
export const jobs: AnyJob[] = [mounted(deliver), mounted(keep)];
