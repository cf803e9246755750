import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';

/** Somebody of the operator's account who looks after its money. Rates count for every seller, so no other account enters them. */
export function rateKeeperOf(ctx: Ctx): UserActor {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new Failure('not_signed_in');
  if (actor.accountKind !== 'operator') throw notFound();
  if (!actor.scope.includes('invoices.manage')) throw notAllowed('invoices.manage');
  return actor;
}
