import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { type UseSource, watchLimits } from './told.service.ts';
import { closeMonths, countUsage, forgetPresences } from './count.service.ts';

const count = job({
  name: 'usage.count',
  payload: z.object({}),
  retries: 0,
  within: 240,
  schedule: '*/5 * * * *',
  run: async (ctx) => void (await countUsage(ctx)),
});
// hourly: months end at different hours around the world
const close = job({
  name: 'usage.close-months',
  payload: z.object({}),
  retries: 2,
  within: 600,
  schedule: '17 * * * *',
  run: async (ctx) => void (await closeMonths(ctx)),
});
const forget = job({
  name: 'usage.forget-presences',
  payload: z.object({}),
  retries: 2,
  within: 600,
  schedule: '29 3 * * *',
  run: async (ctx) => void (await forgetPresences(ctx)),
});

const watch = (sources: readonly UseSource[]) =>
  job({
    name: 'usage.watch-limits',
    payload: z.object({}),
    retries: 0,
    within: 240,
    schedule: '2-59/5 * * * *',
    run: (ctx) => watchLimits(ctx, sources),
  });

/** `sources`: what later domains count of their things. */
export const usageJobs = (sources: readonly UseSource[]): AnyJob[] => [
  mounted(count),
  mounted(close),
  mounted(forget),
  mounted(watch(sources)),
];
