import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { correctGroupCounts } from '#core/accounts/server/recount.service.ts';
import { groupDifferences, renameInGroups, replaceInGroups } from './recount.queries.ts';

/** Recounts the people of all groups and copies their names again. Returns how many figures and names were wrong. */
export async function recountGroupPeople(ctx: Ctx): Promise<number> {
  if (ctx.actor.kind !== 'system') throw notAllowed('groups.manage');
  const db = ctx.system.read;
  const replaced = await replaceInGroups(db);
  const differences = await groupDifferences(db);
  await correctGroupCounts(db, differences);
  return replaced + differences.length + (await renameInGroups(db));
}
