import * as z from 'zod/mini';
import { type AnyJob, job, mounted } from '#kit/server/jobs/jobs.ts';
import { noteReady } from '#meet/recordings/server/recordings.service.ts';
import { endpointLimits } from '../endpoint.rules.ts';
import { NOTE_READY_JOB } from './callbacks.service.ts';
import { deleteCallsBefore } from './endpoint-log.queries.ts';
import { registerHooks } from './hook-news.service.ts';
import { watchLimits } from './watch.service.ts';

const forgetCalls = job({
  name: 'endpoint.forget-calls',
  payload: z.object({}),
  retries: 2,
  within: 600,
  schedule: '50 3 * * *',
  run: async (ctx) => void (await deleteCallsBefore(ctx.system.read, new Date(ctx.now() - endpointLimits.logDays * 86_400_000))),
});

const hooks = job({
  name: 'endpoint.register-hooks',
  payload: z.object({}),
  retries: 0,
  within: 300,
  schedule: '*/2 * * * *',
  run: registerHooks,
});

const ready = job({
  name: NOTE_READY_JOB,
  payload: z.object({ serverId: z.string(), recordId: z.string() }),
  retries: 8,
  within: 120,
  run: noteReady,
});

const watch = job({
  name: 'endpoint.watch-limits',
  payload: z.object({}),
  retries: 0,
  within: 240,
  schedule: '*/5 * * * *',
  run: watchLimits,
});

export const jobs: AnyJob[] = [mounted(watch), mounted(forgetCalls), mounted(hooks), mounted(ready)];
