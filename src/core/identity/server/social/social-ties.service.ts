/** Ties between a person and providers: made, used, taken off. */
import { Failure, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import type { ResultIn } from '#kit/contract.ts';
import { findCredentials } from '#core/accounts/server/people.service.ts';
import type { socialCalls } from '#core/identity/social.contract.ts';
import { settleFactors } from '#core/identity/server/sign-in/factor-change.service.ts';
import { requireProof } from '#core/identity/server/sessions/proof.service.ts';
import { providersOf } from './providers.service.ts';
import { passkeysOf } from '#core/identity/server/safety.queries.ts';
import { requireUser } from '#core/identity/server/sessions/sessions.service.ts';
import { tellClaims, tellUntied, type IdentityTie } from './social-claims.service.ts';
import { deleteIdentity, identitiesOf, insertIdentity, lockIdentitiesOf, noteIdentityUse } from './social.queries.ts';

/** Ties a provider to a person. Throws `identity_taken` when it is tied to somebody. */
export async function tie(ctx: Ctx, tx: Db, one: IdentityTie): Promise<void> {
  const at = new Date(ctx.now());
  const { issuer, subject, email, groups } = one.claims;
  const row = { id: newId(ctx.now()), userId: one.userId, provider: one.provider, issuer, subject, email, groups: [...groups] };
  if (!(await insertIdentity(tx, { ...row, createdAt: at, lastUsedAt: at }))) throw new Failure('identity_taken');
  await tellClaims(ctx, tx, one);
}

/** Notes a use of a tie and what the provider says now. */
export async function noteTieUse(ctx: Ctx, tx: Db, used: IdentityTie & { id: string }): Promise<void> {
  const { email, groups } = used.claims;
  await noteIdentityUse(tx, { id: used.id, email, groups: [...groups], at: new Date(ctx.now()) });
  await tellClaims(ctx, tx, used);
}

/** Ties a provider to somebody who is signed in: they get a mail, the other sessions end. */
export async function tieAndTell(ctx: Ctx, tx: Db, one: IdentityTie & { keepSession: string }): Promise<void> {
  await tie(ctx, tx, one);
  await settleFactors(ctx, tx, {
    action: 'identity.provider-linked',
    userId: one.userId,
    keepSession: one.keepSession,
    data: { provider: one.provider },
  });
}

export async function hasPassword(ctx: Ctx, userId: string): Promise<boolean> {
  return (await findCredentials(ctx.system.read, { id: userId }))?.passwordHash !== null;
}

/** Throws `last_way_in` when a person has no password and only `left` other ways. */
export async function requireAnotherWay(ctx: Ctx, userId: string, left: number): Promise<void> {
  if (left === 0 && !(await hasPassword(ctx, userId))) throw new Failure('last_way_in');
}

export async function listIdentities(ctx: Ctx): Promise<ResultIn<typeof socialCalls.identities>> {
  const { userId } = requireUser(ctx);
  const names = new Map(providersOf(ctx.config).map((one) => [one.key, one.name]));
  const rows = await identitiesOf(ctx.system.read, userId);
  return {
    items: rows.map((row) => ({
      id: row.id,
      provider: row.provider,
      name: names.get(row.provider) ?? row.provider,
      email: row.email,
      createdAt: row.createdAt.getTime(),
      lastUsedAt: row.lastUsedAt.getTime(),
    })),
    hasPassword: await hasPassword(ctx, userId),
  };
}

export async function unlink(ctx: Ctx, input: { id: string }): Promise<void> {
  const { userId, sessionId } = requireUser(ctx);
  if (!isId(input.id)) throw notFound();
  // what is not theirs does not exist, with a proof or without
  if (!(await identitiesOf(ctx.system.read, userId)).some((one) => one.id === input.id)) throw notFound();
  await requireProof(ctx);
  await ctx.system.write(async (tx) => {
    const mine = await lockIdentitiesOf(tx, userId);
    const gone = mine.find((one) => one.id === input.id);
    if (gone === undefined) throw notFound();
    await requireAnotherWay(ctx, userId, mine.length - 1 + (await passkeysOf(tx, userId)).length);
    await deleteIdentity(tx, { id: gone.id, userId });
    await tellUntied(ctx, tx, { userId, providers: [gone.provider] });
    await settleFactors(ctx, tx, {
      action: 'identity.provider-unlinked',
      userId,
      keepSession: sessionId,
      data: { provider: gone.provider },
    });
  });
}
