import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { PUBLISH_JOB, publishDue, purgeTrash } from './steps.service.ts';

const publish = job({
  name: PUBLISH_JOB,
  payload: z.object({ id: z.string(), at: z.number() }),
  retries: 10,
  within: 60,
  run: publishDue,
});
const purge = job({
  name: 'blog.purge-trash',
  payload: z.object({}),
  retries: 3,
  within: 600,
  schedule: '41 2 * * *',
  run: async (ctx) => {
    while ((await purgeTrash(ctx)) > 0) ctx.log.info('posts were deleted from the bin for good');
  },
});

export const jobs: AnyJob[] = [mounted(publish), mounted(purge)];
