import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';

/** Somebody of the operator with the permission. For every other kind of account the newsletter has no back. */
export function newsletterEditorOf(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  if (ctx.actor.accountKind !== 'operator') throw notFound();
  if (!ctx.actor.scope.includes('newsletter.manage')) throw notAllowed('newsletter.manage');
  return ctx.actor;
}
