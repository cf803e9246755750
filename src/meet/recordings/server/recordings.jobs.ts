import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { alignServer, erase, eraseAgain, keepHouse } from './bin.service.ts';
import { ALIGN_JOB, AWAITED_JOB, ERASE_JOB, FETCH_JOB } from './change.service.ts';
import { fetchFiles } from './fetch.service.ts';
import { pollAll, pollAwaited } from './ingest.service.ts';
import { sumUpCounts } from './program.queries.ts';
import { tidyUploads, unpackUpload } from './unpack.service.ts';
import { UNPACK_JOB } from './upload.service.ts';

const one = z.object({ id: z.string() });
const nothing = z.object({});

const align = job({
  name: ALIGN_JOB,
  payload: one,
  retries: 12,
  within: 60,
  concurrency: 4,
  run: (ctx, { id }) => alignServer(ctx, id),
});
const eraseOne = job({ name: ERASE_JOB, payload: one, retries: 8, within: 300, run: (ctx, { id }) => erase(ctx, id) });
const fetchOne = job({
  name: FETCH_JOB,
  payload: one,
  retries: 8,
  within: 3600,
  concurrency: 3,
  run: (ctx, { id }) => fetchFiles(ctx, id),
});
const unpackOne = job({ name: UNPACK_JOB, payload: one, retries: 8, within: 3600, run: (ctx, { id }) => unpackUpload(ctx, id) });
const awaited = job({
  name: AWAITED_JOB,
  payload: nothing,
  retries: 0,
  within: 300,
  schedule: '* * * * *',
  run: (ctx) => pollAwaited(ctx),
});
const all = job({
  name: 'recordings.poll-all',
  payload: nothing,
  retries: 0,
  within: 3000,
  schedule: '17 * * * *',
  run: (ctx) => pollAll(ctx),
});
const house = job({
  name: 'recordings.keep-house',
  payload: nothing,
  retries: 2,
  within: 1800,
  schedule: '51 * * * *',
  run: async (ctx) => {
    await keepHouse(ctx);
    await eraseAgain(ctx);
    await tidyUploads(ctx);
    await sumUpCounts(ctx.system.read);
  },
});

export const jobs: AnyJob[] = [
  mounted(align),
  mounted(eraseOne),
  mounted(fetchOne),
  mounted(unpackOne),
  mounted(awaited),
  mounted(all),
  mounted(house),
];
