import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { endData } from './data-ends.service.ts';
import { eraseDue, eraseFolders, FOLDERS_JOB } from './erase.service.ts';
import { EXPORT_JOB, makeExport, sweepExports } from './export.service.ts';

const make = job({
  name: EXPORT_JOB,
  payload: z.object({ id: z.string() }),
  retries: 3,
  within: 21_600,
  concurrency: 2,
  run: makeExport,
});
const sweep = job({
  name: 'ownership.sweep-exports',
  payload: z.object({}),
  retries: 0,
  within: 300,
  schedule: '* * * * *',
  run: sweepExports,
});
const erase = job({
  name: 'ownership.erase',
  payload: z.object({}),
  retries: 0,
  within: 3_600,
  schedule: '*/10 * * * *',
  run: eraseDue,
});
const folders = job({
  name: FOLDERS_JOB,
  payload: z.object({ accountId: z.string() }),
  retries: 10,
  within: 600,
  run: eraseFolders,
});
const ends = job({
  name: 'ownership.data-ends',
  payload: z.object({}),
  retries: 0,
  within: 3_600,
  schedule: '4-59/10 * * * *',
  run: endData,
});

export const jobs: AnyJob[] = [mounted(make), mounted(sweep), mounted(erase), mounted(folders), mounted(ends)];
