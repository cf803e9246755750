/** The minutes that an account has in a month: what runs goes on when they are used, nothing new starts. */
import type { Ctx } from '#kit/server/ctx.ts';
import { type Entitlements, fits } from '#core/accounts/accounts.rules.ts';
import { limitReached } from '#core/accounts/refusal.rules.ts';
import { minutesUsed } from '#core/accounts/server/use.service.ts';

type MinutesQuery = { accountId: string; plan: Entitlements };

/** How many minutes are used when no more may be; null: one more meeting may start. Asks nothing where there is no limit. */
export async function minutesGone(ctx: Ctx, { accountId, plan }: MinutesQuery): Promise<number | null> {
  if (plan.minutesPerMonth === null || plan.minutesBeyond) return null;
  const used = await minutesUsed(ctx.system.read, { accountId, at: ctx.now() });
  return fits(plan.minutesPerMonth, used) ? null : used;
}

/** Throws `limit_reached`. */
export async function mustHaveMinutes(ctx: Ctx, asked: MinutesQuery): Promise<void> {
  const used = await minutesGone(ctx, asked);
  if (used !== null)
    throw limitReached({ accountId: asked.accountId, limit: 'minutesPerMonth', max: asked.plan.minutesPerMonth, used });
}
