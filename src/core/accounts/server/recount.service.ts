import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { recountPeople } from './recount.queries.ts';

/** Counts the people of all accounts anew. Returns for how many the figure was wrong. */
export async function recountAccounts(ctx: Ctx): Promise<number> {
  if (ctx.actor.kind !== 'system') throw notAllowed('users.manage');
  return recountPeople(ctx.system.read);
}
