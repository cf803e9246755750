import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { addPeopleCounts, type PeopleDifference, recountPeople, sumUpPeople } from './recount.queries.ts';

/** Recounts the people of all accounts. Returns how many figures were wrong. */
export async function recountAccounts(ctx: Ctx): Promise<number> {
  if (ctx.actor.kind !== 'system') throw notAllowed('users.manage');
  return recountPeople(ctx.system.read);
}

/** Merges entries of the counters of people, so that reading a count sums few of them. Returns how many were merged. */
export async function tidyCounts(ctx: Ctx): Promise<number> {
  if (ctx.actor.kind !== 'system') throw notAllowed('users.manage');
  return sumUpPeople(ctx.system.read);
}

/** Corrects the number of people of groups by what is missing, so that changes in the meantime are kept. */
export async function correctGroupCounts(db: Db, differences: readonly PeopleDifference[]): Promise<void> {
  if (differences.length > 0) await addPeopleCounts(db, differences);
}
