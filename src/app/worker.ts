/** What the worker does, and what happens once after a start. */
import { startInbound } from '#core/inbound/server/inbound.jobs.ts';
import { startPolling } from '#meet/meetings/server/meetings.jobs.ts';
import { ensureFirstRun } from '#core/identity/server/sign-up/sign-up.service.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { contextOf, type AppParts } from './context.ts';
import { seedDemo } from './demo/demo.ts';

/** Takes jobs, takes mail in and polls the servers until the returned function is called. */
export function startWorker(parts: AppParts): () => Promise<void> {
  const stopWork = parts.work();
  const stopPolling = startPolling(() => contextOf(parts, { kind: 'system' }));
  const stopInbound = startInbound(() => contextOf(parts, { kind: 'system' }));
  return async () => void (await Promise.all([stopPolling(), stopInbound(), stopWork()]));
}

export const afterStart = {
  firstRun: (ctx: Ctx): Promise<string | null> => ensureFirstRun(ctx),
  demo: (parts: AppParts, say: (text: string) => void): Promise<void> =>
    seedDemo({
      ctx: contextOf(parts, { kind: 'system' }),
      as: (actor) => contextOf(parts, actor),
      say,
      print: (text) => void process.stdout.write(`${text}\n`),
    }),
};
