import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { recountBytes, recountRecordings } from './recount.queries.ts';

/** Counts the recordings of all accounts and their bytes anew. Returns how many figures were wrong. */
export async function recountAll(ctx: Ctx): Promise<number> {
  if (ctx.actor.kind !== 'system') throw notAllowed('recordings.manage');
  return (await recountRecordings(ctx.system.read)) + (await recountBytes(ctx.system.read));
}
