import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { purgeOld } from './bin.service.ts';

/** Empties the bin, a batch at a time, until nothing in it is too old, and erases rooms that were made for a day. */
const purgeBin = job({
  name: 'rooms.purge-bin',
  payload: z.object({}),
  retries: 3,
  within: 600,
  schedule: '23 * * * *',
  run: async (ctx) => {
    while ((await purgeOld(ctx)) > 0) ctx.log.info('rooms were deleted for good');
  },
});

export const jobs: AnyJob[] = [mounted(purgeBin)];
