import type { Ctx } from '#kit/server/ctx.ts';
import { recountAccounts } from '#core/accounts/server/recount.service.ts';
import { recountGroupPeople } from '#core/iam/server/recount.service.ts';
import { recountAll } from '#meet/recordings/server/recount.service.ts';

export type RecountResult = { accounts: number; groups: number; recordings: number };

/**
 * Recounts figures that triggers keep. Writing to the tables by hand, or loading rows past the triggers, leaves wrong figures that
 * nothing else corrects. Returns how many figures were wrong.
 */
export async function recount(ctx: Ctx): Promise<RecountResult> {
  const found = {
    accounts: await recountAccounts(ctx),
    groups: await recountGroupPeople(ctx),
    recordings: await recountAll(ctx),
  };
  if (Object.values(found).some((wrong) => wrong > 0))
    ctx.log.warn({ found }, 'figures that were kept beside the rows were wrong');
  return found;
}
