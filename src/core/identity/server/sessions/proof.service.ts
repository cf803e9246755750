/** Proof of who is there, before what lets a person in changes (ASVS 5.0 7.5.1). It is kept on the session. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { PROOF_SECONDS, SECOND_FAILURES } from '#core/identity/identity.rules.ts';
import type { safetyCalls } from '#core/identity/safety.contract.ts';
import { fitCode, hasSecondFactor } from '#core/identity/server/sign-in/factors.service.ts';
import { requireOwnPassword } from '#core/identity/server/passwords/own-password.service.ts';
import { recordSafety } from '#core/identity/server/safety-news.service.ts';
import { notePasskeyUse, passkeyByCredential, passkeysOf, setProven } from '#core/identity/server/safety.queries.ts';
import { sessionById } from './sessions.queries.ts';
import { requireUser } from './sessions.service.ts';
import { keepSessionChallenge, takeSessionChallenge } from '#core/identity/server/sign-in/tickets.service.ts';
import { optionsToUse, verifyUse } from '#core/identity/server/sign-in/webauthn.service.ts';

/** Until when the session counts as proven, epoch ms; null when it does not. */
export async function provenUntil(ctx: Ctx, actor: UserActor): Promise<number | null> {
  const until = (await sessionById(ctx.system.read, actor.sessionId))?.provenUntil?.getTime() ?? 0;
  return until > ctx.now() ? until : null;
}

/** The signed-in person with a fresh proof. Throws `not_signed_in` or `proof_needed`. */
export async function requireProof(ctx: Ctx): Promise<UserActor> {
  const actor = requireUser(ctx);
  // what needs a proof is for the person alone
  if (actor.impersonator !== undefined) throw new Failure('acting_for_somebody');
  if ((await provenUntil(ctx, actor)) === null) throw new Failure('proof_needed');
  return actor;
}

/** Notes a proof on the session and in the log. */
export async function settleProof(ctx: Ctx, tx: Db, proof: { actor: UserActor; way: string }): Promise<{ until: number }> {
  const until = ctx.now() + PROOF_SECONDS * 1000;
  await setProven(tx, proof.actor.sessionId, new Date(until));
  await recordSafety(ctx, tx, { action: 'identity.proven', userId: proof.actor.userId, data: { way: proof.way } });
  return { until };
}

const wrongCode = () => new Failure('wrong_code', { fields: { 'body.code': 'wrong_code' } });

async function proveByCode(ctx: Ctx, actor: UserActor, code: string): Promise<{ until: number }> {
  const key = `prove:${actor.userId}`;
  await ctx.limits.mayTry(key);
  const fit = await fitCode(ctx, actor.userId, code);
  await ctx.limits.settle(key, SECOND_FAILURES.person, fit === null ? 'bad' : 'good');
  if (fit === null) throw wrongCode();
  const proven = await ctx.system.write(async (tx) => {
    if (!(await fit.use(tx))) throw wrongCode();
    return settleProof(ctx, tx, { actor, way: fit.way });
  });
  await ctx.limits.succeeded(key);
  return proven;
}

/** With a second factor its code is the proof: a stolen password must not be enough to take the factor off. */
export async function prove(ctx: Ctx, body: Parsed<typeof safetyCalls.prove>['body']): Promise<{ until: number }> {
  const actor = requireUser(ctx);
  if (body.code !== undefined) return proveByCode(ctx, actor, body.code);
  if (await hasSecondFactor(ctx.system.read, actor.userId)) throw wrongCode();
  await requireOwnPassword(ctx, { userId: actor.userId, password: body.password ?? '', field: 'body.password' });
  return ctx.system.write((tx) => settleProof(ctx, tx, { actor, way: 'password' }));
}

export async function proveOptions(ctx: Ctx): Promise<ResultIn<typeof safetyCalls.proveOptions>> {
  const { userId, sessionId } = requireUser(ctx);
  const options = await optionsToUse(ctx, { keys: await passkeysOf(ctx.system.read, userId), holder: 'required' });
  await keepSessionChallenge(ctx, { kind: 'prove', userId, sessionId, challenge: options.challenge });
  return { options };
}

export async function proveByPasskey(
  ctx: Ctx,
  body: Parsed<typeof safetyCalls.proveByPasskey>['body'],
): Promise<{ until: number }> {
  const actor = requireUser(ctx);
  const challenge = await takeSessionChallenge(ctx, { kind: 'prove', sessionId: actor.sessionId });
  const key = await passkeyByCredential(ctx.system.read, body.response.id);
  if (challenge === null || key === null || key.userId !== actor.userId) throw new Failure('bad_passkey');
  const { counter, synced, holder } = await verifyUse(ctx, body.response, { key, challenge });
  // somebody who found the unlocked computer may have found the key beside it
  if (holder !== 'checked') throw new Failure('passkey_unchecked');
  return ctx.system.write(async (tx) => {
    const at = new Date(ctx.now());
    if (!(await notePasskeyUse(tx, { id: key.id, from: key.counter, counter, synced, at }))) throw new Failure('bad_passkey');
    return settleProof(ctx, tx, { actor, way: 'passkey' });
  });
}
