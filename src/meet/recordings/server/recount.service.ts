import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { correctRecordedBytes } from '#core/accounts/server/use.service.ts';
import { byteDifferences, recountRecordings } from './recount.queries.ts';

/** Recounts the recordings of all accounts and their bytes. Returns how many figures were wrong. */
export async function recountAll(ctx: Ctx): Promise<number> {
  if (ctx.actor.kind !== 'system') throw notAllowed('recordings.manage');
  const db = ctx.system.read;
  const counts = await recountRecordings(db);
  return counts + (await correctRecordedBytes(db, await byteDifferences(db)));
}
