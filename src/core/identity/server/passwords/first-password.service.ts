import type { Parsed } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { passwordMinFor } from '#core/accounts/server/policy.service.ts';
import type { socialCalls } from '#core/identity/social.contract.ts';
import { settlePassword } from './own-password.service.ts';
import { hashPassword, requireStrong } from './passwords.service.ts';
import { requireProof } from '#core/identity/server/sessions/proof.service.ts';
import { requireUser } from '#core/identity/server/sessions/sessions.service.ts';
import { hasPassword } from '#core/identity/server/social/social-ties.service.ts';

/** A first password for somebody who came by a provider. People with a password change it, which needs the old one. */
export async function createPassword(ctx: Ctx, body: Parsed<typeof socialCalls.createPassword>['body']): Promise<void> {
  if (await hasPassword(ctx, requireUser(ctx).userId)) throw new Failure('has_password');
  const actor = await requireProof(ctx);
  const least = await passwordMinFor(ctx.system.read, actor.userId);
  requireStrong(body.password, { known: [actor.email, actor.name], field: 'body.password', least });
  const passwordHash = await hashPassword(body.password);
  await ctx.system.write((tx) => settlePassword(ctx, tx, { userId: actor.userId, passwordHash, keepSession: actor.sessionId }));
}
