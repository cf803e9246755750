import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { recountGroups, renameInGroups, replaceInGroups } from './recount.queries.ts';

/** Counts the people of all groups anew, and takes their names again. Returns how many figures and names were wrong. */
export async function recountGroupPeople(ctx: Ctx): Promise<number> {
  if (ctx.actor.kind !== 'system') throw notAllowed('groups.manage');
  const db = ctx.system.read;
  return (await replaceInGroups(db)) + (await recountGroups(db)) + (await renameInGroups(db));
}
