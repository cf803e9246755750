/** Keeps the parts of the days that usage counted; for jobs and the command line. Everything may be done twice. */
import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { usageLimits } from '#meet/usage/usage.rules.ts';
import { type AccountDay, countRebuildable, lockRollups, rebuildableDays, replaceDays, takeDueDays } from './rollups.queries.ts';

/** Entries of the queue that are counted in one transaction; usage never waits for it. */
const atOnce = 200;
const dayMs = 86_400_000;

function requireSystem(ctx: Ctx): void {
  if (ctx.actor.kind !== 'system') throw notAllowed('platform.manage');
}
const factsSince = (ctx: Ctx): number => ctx.now() - usageLimits.intervalDays * dayMs;

/**
 * Takes apart what usage counted since the last time. The entries of the queue go in the transaction that writes their days, so a worker that
 * dies leaves both as they were. Returns how many days.
 */
export async function countAnalytics(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  let days = 0;
  for (let entries = atOnce; entries >= atOnce; )
    await ctx.system.write(async (tx) => {
      await lockRollups(tx);
      const taken = await takeDueDays(tx, atOnce);
      entries = taken.entries;
      days += await replaceDays(tx, taken.days, factsSince(ctx));
    });
  return days;
}

export type RebuildProgress = { done: number; days: number; last: AccountDay };
type RebuildParams = {
  /** Null: all. */
  accountId: string | null;
  /** Goes on behind this day. */
  after: AccountDay | null;
  tell: (progress: RebuildProgress) => void;
};
/** Counts every day again whose facts are kept, a few at a time, so that it can be stopped and gone on with. `older`: days that stay as they are. */
export async function rebuildAnalytics(
  ctx: Ctx,
  { accountId, after, tell }: RebuildParams,
): Promise<{ done: number; older: number }> {
  requireSystem(ctx);
  const since = factsSince(ctx);
  const { days, older } = await countRebuildable(ctx.system.read, { accountId, since });
  let [done, last] = [0, after];
  for (;;) {
    const next = await rebuildableDays(ctx.system.read, { accountId, after: last, since, most: atOnce });
    const end = next.at(-1);
    if (end === undefined) return { done, older };
    await ctx.system.write(async (tx) => {
      await lockRollups(tx);
      await replaceDays(tx, next, since);
    });
    done += next.length;
    last = end;
    tell({ done, days, last });
  }
}
