/** Warnings to an account whose programs come near their calls per minute; other limits are watched where they are counted. */
import type { Ctx } from '#kit/server/ctx.ts';
import { tellUses } from '#meet/usage/server/told.service.ts';
import { accountsWithCalls } from './endpoint-log.queries.ts';
import { limitsOf } from './endpoint.service.ts';

/** Longer than the job's pause, so that nobody falls between two runs. */
const lookBackMs = 15 * 60_000;

/** Looks at every account whose programs called lately. */
export async function watchLimits(ctx: Ctx): Promise<void> {
  for (const accountId of await accountsWithCalls(ctx.system.read, new Date(ctx.now() - lookBackMs))) {
    const { limits } = await limitsOf(ctx, accountId);
    const calls = limits.find((one) => one.limit === 'callsPerMinute');
    if (calls === undefined) continue;
    const used = Math.max(calls.used ?? 0, calls.peak ?? 0);
    await tellUses(ctx, [{ accountId, limit: 'callsPerMinute', used, max: calls.max }]);
  }
}
