import { Failure, notAllowed } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';

/** The signed-in person who may see to webhooks. */
export function hookKeeper(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  if (!ctx.actor.scope.includes('webhooks.manage')) throw notAllowed('webhooks.manage');
  return ctx.actor;
}
