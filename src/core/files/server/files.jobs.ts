import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { filesOf } from '#kit/server/files/files.ts';
import { ERASE_FOLDER_JOB } from './files.service.ts';
import { processVersion } from './process.service.ts';
import { keepHouse } from './tidy.service.ts';
import { PROCESS_JOB } from './uploads.service.ts';

const processOne = job({
  name: PROCESS_JOB,
  payload: z.object({ id: z.string() }),
  retries: 10,
  within: 1_200,
  concurrency: 3,
  // files of one account that take long hold up no other's
  perGroup: 1,
  run: (ctx, { id }) => processVersion(ctx, id),
});
const eraseFolder = job({
  name: ERASE_FOLDER_JOB,
  payload: z.object({ folder: z.string() }),
  retries: 10,
  within: 600,
  run: (ctx, { folder }) => filesOf(ctx.config).removeAll(folder),
});
const house = job({
  name: 'library.keep-house',
  payload: z.object({}),
  retries: 1,
  within: 1_800,
  schedule: '*/10 * * * *',
  run: (ctx) => keepHouse(ctx),
});

export const jobs: AnyJob[] = [mounted(processOne), mounted(eraseFolder), mounted(house)];
