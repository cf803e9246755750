/** What can be done about the owner of an account: another address, a way to a new password, an end of all sessions. Never a password itself. */
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { getKept, keeperOf } from '#core/accounts/server/directory.service.ts';
import { sendResetLink, setAddress, signOutEverywhere } from '#core/identity/server/owners.service.ts';
import { findInvitedOwners, readdressOwner, remindOwner } from '#core/iam/server/owner-invitation.service.ts';
import { requireProof } from '#core/identity/server/sessions/proof.service.ts';
import type { AccountDetail } from '../account-views.contract.ts';
import type { AccountRights } from '../admin.rules.ts';
import { getUser, rightsIn } from './admin.service.ts';

async function ownerFor(ctx: Ctx, id: string, right: keyof AccountRights): Promise<{ userId: string; accountId: string }> {
  const kept = await getKept(ctx, id);
  const rights = await rightsIn(ctx, kept);
  if (kept.owner === null) throw notFound();
  // somebody with places elsewhere is not this keeper's to sign out or to send other ways
  if (!rights[right]) throw new Failure('person_protected');
  return { userId: kept.owner.id, accountId: kept.row.id };
}

/** Another address to sign in with, for an owner who lost the old one. Needs a fresh proof. */
export async function setOwnerAddress(ctx: Ctx, input: { id: string; email: string }): Promise<AccountDetail> {
  if (ctx.actor.kind !== 'user' || !ctx.actor.scope.includes('users.addresses')) throw notAllowed('users.addresses');
  const owner = await ownerFor(ctx, input.id, 'address');
  await requireProof(ctx);
  await ctx.system.write((tx) => setAddress(ctx, tx, { ...owner, email: input.email }));
  return getUser(ctx, { id: input.id });
}

/** At most a few mails an hour for one owner, from all senders together. */
const perOwner = { max: 5, windowSeconds: 3600 } as const;
export async function mailReset(ctx: Ctx, input: { id: string }): Promise<void> {
  const kept = await getKept(ctx, input.id);
  if (kept.owner === null) return remind(ctx, kept.row.id);
  const owner = await ownerFor(ctx, input.id, 'reset');
  await ctx.limits.use(`owner-reset:${owner.userId}`, perOwner);
  await ctx.system.write((tx) => sendResetLink(ctx, tx, owner));
}

/** Mails the invitation to own the account once more. */
async function remind(ctx: Ctx, accountId: string): Promise<void> {
  const invited = (await findInvitedOwners(ctx.system.read, [accountId])).get(accountId);
  if (invited === undefined) throw notFound();
  await ctx.limits.use(`owner-invited:${accountId}`, perOwner);
  if (!(await ctx.system.write((tx) => remindOwner(ctx, tx, invited.id)))) throw new Failure('wrong_state');
}

/**
 * Sends the invitation to own an account to another address. Needs a fresh proof, because its recipient can own the account. Throws
 * `same_email`, `wrong_state` once it was accepted, `not_allowed` for staff who may not choose addresses.
 */
export async function readdress(ctx: Ctx, input: { id: string; email: string }): Promise<AccountDetail> {
  const keeper = keeperOf(ctx);
  const kept = await getKept(ctx, input.id);
  const invited = (await findInvitedOwners(ctx.system.read, [kept.row.id])).get(kept.row.id);
  if (kept.owner !== null || invited === undefined) throw new Failure('wrong_state');
  if (!(await rightsIn(ctx, kept)).readdress)
    throw notAllowed(keeper.accountKind === 'operator' ? 'users.addresses' : 'vendors.manage');
  await requireProof(ctx);
  await ctx.limits.use(`owner-readdressed:${kept.row.id}`, perOwner);
  const asked = await ctx.system.write((tx) =>
    readdressOwner(ctx, tx, { invitationId: invited.id, email: input.email, by: keeper.userId }),
  );
  if (!asked) throw new Failure('wrong_state');
  return getUser(ctx, { id: input.id });
}

export async function signOutOwner(ctx: Ctx, input: { id: string }): Promise<{ ended: number }> {
  const owner = await ownerFor(ctx, input.id, 'signOut');
  return { ended: await ctx.system.write((tx) => signOutEverywhere(ctx, tx, owner)) };
}
