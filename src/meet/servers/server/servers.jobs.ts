import * as z from 'zod/mini';
import type { Ctx } from '#kit/server/ctx.ts';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { standardPolicy } from '../placement.rules.ts';
import { deleteSamples, rollUpHours, sampleMinute } from './samples.queries.ts';

const hourMs = 3_600_000;
/** How long samples are kept. Milliseconds. */
export const samplesKept = { minutes: 48 * hourMs, hours: 396 * 24 * hourMs } as const;

/** Samples the present minute, and computes the running hour and the one before from their minutes. */
export const takeSamples = (ctx: Ctx): Promise<void> =>
  ctx.system.write(async (tx) => {
    await sampleMinute(tx, new Date(ctx.now()), standardPolicy.weights);
    await rollUpHours(tx, new Date(ctx.now() - hourMs));
  });

/** Returns how many samples were old enough to go. */
export const forgetSamples = (ctx: Ctx): Promise<number> =>
  ctx.system.write((tx) =>
    deleteSamples(tx, {
      minutes: new Date(ctx.now() - samplesKept.minutes),
      hours: new Date(ctx.now() - samplesKept.hours),
    }),
  );

const sample = job({
  name: 'servers.sample',
  payload: z.object({}),
  retries: 0,
  within: 50,
  schedule: '* * * * *',
  run: (ctx) => takeSamples(ctx),
});
const forget = job({
  name: 'servers.forget-samples',
  payload: z.object({}),
  retries: 3,
  within: 600,
  schedule: '23 * * * *',
  run: async (ctx) => void (await forgetSamples(ctx)),
});

export const jobs: AnyJob[] = [mounted(sample), mounted(forget)];
