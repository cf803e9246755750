import { dayIn } from '#kit/dates.ts';
import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { addDays } from '../usage.rules.ts';
import { type DriftCounter, counters, driftFigures } from './drift.queries.ts';

/** Days of use that are compared each night. */
const daysBack = 45;

/** For how many accounts a counter differs from what it counts; only those that do. Changes nothing. */
export async function driftOf(ctx: Ctx): Promise<{ counter: DriftCounter; accounts: number }[]> {
  if (ctx.actor.kind !== 'system') throw notAllowed('users.manage');
  const until = dayIn(ctx.now(), 'UTC');
  const figures = await driftFigures(ctx.system.read, { since: addDays(until, -daysBack), until });
  return counters.filter((counter) => figures[counter] > 0).map((counter) => ({ counter, accounts: figures[counter] }));
}
