/** Counting what accounts used; for jobs. Everything may be done twice, so that a worker may die at any time. */
import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { setMinutesUsed } from '#core/accounts/server/use.service.ts';
import { usageLimits } from '../usage.rules.ts';
import {
  closePeriods,
  type CountedDay,
  countDays,
  type DueCount,
  dueLive,
  dueStorage,
  forgetIntervals,
  lockCounting,
  minutesOfMonth,
  takeDue,
} from './count.queries.ts';
import { insertAdjustments } from './usage.queries.ts';

/**
 * What usage tells others. Of `adjusted`: `day` (YYYY-MM-DD), `minutes`, and the `adjustmentId`. Of `closed`: the `month` (its first day) of
 * an account that used something in it, and the `minutes`. `counted`: days of some accounts, published once for each transaction and not kept.
 */
export const usageEvents = { adjusted: 'usage.adjusted', closed: 'usage.closed', counted: 'usage.counted' } as const;

const dayMs = 86_400_000;
/** Entries of the queue that are counted in one transaction. */
const atOnce = 5_000;
/** Accounts whose days are counted in one statement. */
const accountsAtOnce = 500;

function requireSystem(ctx: Ctx): void {
  if (ctx.actor.kind !== 'system') throw notAllowed('users.manage');
}

/** What a closed month turns out to have had more, or less. */
async function adjust(ctx: Ctx, tx: Db, counted: readonly CountedDay[]): Promise<void> {
  const late = counted.flatMap(({ accountId, day, minutes, closed }) =>
    closed === null || minutes === closed
      ? []
      : [{ id: newId(ctx.now()), accountId, day, minutes: minutes - closed, notedAt: new Date(ctx.now()) }],
  );
  await insertAdjustments(tx, late);
  for (const { id, accountId, day, minutes } of late)
    await ctx.events.publish(ctx, tx, { name: usageEvents.adjusted, accountId, data: { adjustmentId: id, day, minutes } });
}

async function count(ctx: Ctx, tx: Db, due: readonly DueCount[]): Promise<number> {
  const span = { now: ctx.now(), since: ctx.now() - usageLimits.countedDays * dayMs };
  let days = 0;
  for (let from = 0; from < due.length; from += accountsAtOnce) {
    const part = due.slice(from, from + accountsAtOnce);
    const counted = await countDays(tx, part, span);
    await setMinutesUsed(tx, await minutesOfMonth(tx, [...new Set(part.map((one) => one.accountId))], ctx.now()));
    await adjust(ctx, tx, counted);
    days += counted.length;
  }
  if (days > 0) await ctx.events.tell(ctx, tx, { name: usageEvents.counted, accountId: null, data: { days } });
  return days;
}

/** Brings the days up to now: what was noted since the last time, who is in meetings, and what is stored. Returns how many days. */
export async function countUsage(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  let days = 0;
  for (let entries = atOnce; entries >= atOnce; )
    await ctx.system.write(async (tx) => {
      await lockCounting(tx);
      const taken = await takeDue(tx, atOnce);
      entries = taken.entries;
      days += await count(ctx, tx, taken.due);
    });
  await ctx.system.write(async (tx) => {
    await lockCounting(tx);
    days += await count(ctx, tx, [...(await dueLive(tx, ctx.now())), ...(await dueStorage(tx, ctx.now()))]);
  });
  return days;
}

/** Counts, then closes the months whose time is over: what comes to light after that is an adjustment. Returns how many account months. */
export async function closeMonths(ctx: Ctx): Promise<number> {
  await countUsage(ctx);
  return ctx.system.write(async (tx) => {
    await lockCounting(tx);
    const closed = await closePeriods(tx, { now: ctx.now(), graceHours: usageLimits.graceHours });
    const all = closed.flatMap(({ accountId, month, minutes }) =>
      minutes === 0 ? [] : [{ accountId, data: { month, minutes } }],
    );
    if (all.length > 0) await ctx.events.publishAll(ctx, tx, { name: usageEvents.closed, all });
    return closed.length;
  });
}

/** Deletes single presences after their time. Returns how many. */
export function forgetPresences(ctx: Ctx): Promise<number> {
  requireSystem(ctx);
  return forgetIntervals(ctx.system.read, ctx.now() - usageLimits.intervalDays * dayMs);
}
