/** How long an account keeps its recordings. */
import type { ResultIn } from '#kit/contract.ts';
import { Failure, notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { actorOf } from '#meet/rooms/server/access.service.ts';
import type { recordingsCalls } from '../recordings.contract.ts';
import { dayMs, keepDaysOf, recordingLimits } from '../recordings.rules.ts';
import { keepDaysWish, setKeepDaysWish } from './extras.queries.ts';
import { setKeepOfAll } from './recordings.queries.ts';

type Rule = ResultIn<typeof recordingsCalls.retention>;

export async function retention(ctx: Ctx): Promise<Rule> {
  const { accountId, scope } = actorOf(ctx);
  if (!scope.includes('recordings.view')) throw notAllowed('recordings.view');
  const [plan, wish] = await Promise.all([entitlementsFor(ctx.db.read, accountId), keepDaysWish(ctx.db.read, accountId)]);
  return { days: keepDaysOf(wish, plan.recordingDays), most: plan.recordingDays };
}

/** Sets it for new recordings and for those there are, but those whose end a person chose. Throws `limit_reached`. */
export async function setRetention(ctx: Ctx, days: number | null): Promise<Rule> {
  const { accountId, scope } = actorOf(ctx);
  if (!scope.includes('recordings.manage')) throw notAllowed('recordings.manage');
  const { recordingDays: most } = await entitlementsFor(ctx.db.read, accountId);
  if (most !== null && (days === null || days > most))
    throw new Failure('limit_reached', { data: { limit: 'recordingDays', max: most, used: days } });
  await ctx.db.write(async (tx) => {
    await setKeepDaysWish(tx, accountId, { days, at: new Date(ctx.now()) });
    await setKeepOfAll(tx, accountId, { days, earliest: new Date(ctx.now() + recordingLimits.noticeDays * dayMs) });
    await record(ctx, tx, { action: 'recordings.retention-set', subjectKind: 'account', subjectId: accountId, data: { days } });
    await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'recording', data: {} });
  });
  return { days, most };
}
