/** How long an account keeps its recordings. */
import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { limitReached } from '#core/accounts/refusal.rules.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { actorOf } from '#meet/rooms/server/access.service.ts';
import type { Retention } from '../recordings.contract.ts';
import { dayMs, keepDaysOf, recordingLimits } from '../recordings.rules.ts';
import { keepDaysWish, setKeepDaysWish } from './extras.queries.ts';
import { countTooOld, setKeepOfAll } from './keep.queries.ts';

/** The first moment at which a new rule may end a recording: the days of the notice stand before it. */
const earliest = (ctx: Ctx) => new Date(ctx.now() + recordingLimits.noticeDays * dayMs);

/** The account's rule. With `tryDays` it also tells how many recordings those days would make too old; that is for who may set them. */
export async function retention(ctx: Ctx, tryDays: number | undefined): Promise<Retention> {
  const { accountId, scope } = actorOf(ctx);
  if (!scope.includes('recordings.view')) throw notAllowed('recordings.view');
  if (tryDays !== undefined && !scope.includes('recordings.manage')) throw notAllowed('recordings.manage');
  const [plan, wish, tooOld] = await Promise.all([
    entitlementsFor(ctx.db.read, accountId),
    keepDaysWish(ctx.db.read, accountId),
    tryDays === undefined ? null : countTooOld(ctx.db.read, accountId, { days: tryDays, earliest: earliest(ctx) }),
  ]);
  return { days: keepDaysOf(wish, plan.recordingDays), most: plan.recordingDays, tooOld };
}

/** Sets it for new recordings and for those there are, but those whose end a person chose. Throws `limit_reached`. */
export async function setRetention(ctx: Ctx, days: number | null): Promise<Retention> {
  const { accountId, scope } = actorOf(ctx);
  if (!scope.includes('recordings.manage')) throw notAllowed('recordings.manage');
  const { recordingDays: most } = await entitlementsFor(ctx.db.read, accountId);
  if (most !== null && (days === null || days > most))
    throw limitReached({ accountId, limit: 'recordingDays', max: most, wanted: days });
  const tooOld = await ctx.db.write(async (tx) => {
    const rule = { earliest: earliest(ctx) };
    const found = days === null ? 0 : await countTooOld(tx, accountId, { ...rule, days });
    await setKeepDaysWish(tx, accountId, { days, at: new Date(ctx.now()) });
    await setKeepOfAll(tx, accountId, { ...rule, days });
    await record(ctx, tx, { action: 'recordings.retention-set', subjectKind: 'account', subjectId: accountId, data: { days } });
    await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'recording', data: {} });
    return found;
  });
  return { days, most, tooOld };
}
