/** Warnings to an account whose programs come near a limit, before they are refused. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { findOwners } from '#core/accounts/server/accounts.service.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { accountsWithCalls } from './endpoint-log.queries.ts';
import { limitsOf } from './endpoint.service.ts';

/** Of these a program is refused; the others shape single meetings. */
const watched: readonly string[] = ['meetingsAtOnce', 'peopleAtOnce', 'callsPerMinute', 'recordingGb'];
const daySeconds = 86_400;
/** Longer than the job's pause, so that nobody falls between two runs. */
const lookBackMs = 15 * 60_000;

type Level = 'near' | 'reached';

/** How much of it was in use at most today. */
function levelOf(limit: { used: number | null; peak: number | null; max: number | null }): Level | null {
  if (limit.max === null || limit.max === 0) return null;
  const share = Math.max(limit.used ?? 0, limit.peak ?? 0) / limit.max;
  return share >= 1 ? 'reached' : share >= 0.8 ? 'near' : null;
}

/** True the first time in a day; all processes count together. */
async function isFirstToday(ctx: Ctx, key: string): Promise<boolean> {
  try {
    await ctx.limits.use(key, { max: 1, windowSeconds: daySeconds });
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'too_many_requests') return false;
    throw error;
  }
}

async function warn(ctx: Ctx, accountId: string): Promise<void> {
  for (const limit of (await limitsOf(ctx, accountId)).limits) {
    const level = watched.includes(limit.limit) ? levelOf(limit) : null;
    if (level === null || !(await isFirstToday(ctx, `endpoint-limit:${accountId}:${limit.limit}:${level}`))) continue;
    const data = { limit: limit.limit, max: limit.max ?? 0 };
    await ctx.system.write(async (tx) => {
      for (const userId of await findOwners(tx, accountId))
        await notify(ctx, tx, {
          userId,
          accountId,
          kind: level === 'near' ? 'limitNear' : 'limitReached',
          data,
          link: '/api-endpoint',
        });
    });
  }
}

/** Looks at every account whose programs called lately. A notice comes once per day, limit and level. */
export async function watchLimits(ctx: Ctx): Promise<void> {
  for (const accountId of await accountsWithCalls(ctx.system.read, new Date(ctx.now() - lookBackMs))) await warn(ctx, accountId);
}
