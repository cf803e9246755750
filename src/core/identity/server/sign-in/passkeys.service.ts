/** One's own passkeys, and signing in with one. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { hashToken } from '#kit/server/secrets.ts';
import type { SignedIn } from '#core/identity/identity.contract.ts';
import { PASSKEYS_MAX, USE_LIMITS } from '#core/identity/identity.rules.ts';
import type { safetyCalls } from '#core/identity/safety.contract.ts';
import { settleFactors } from './factor-change.service.ts';
import { hasSecondFactor } from './factors.service.ts';
import { requireProof } from '#core/identity/server/sessions/proof.service.ts';
import { recordSafety } from '#core/identity/server/safety-news.service.ts';
import { lockIdentitiesOf } from '#core/identity/server/social/social.queries.ts';
import { requireAnotherWay } from '#core/identity/server/social/social-ties.service.ts';
import {
  deletePasskey,
  deleteTicket,
  insertPasskey,
  notePasskeyUse,
  passkeyByCredential,
  passkeysOf,
  renamePasskeyRow,
  setChallenge,
} from '#core/identity/server/safety.queries.ts';
import { askSecondStep, openAccountFor } from './second-step.service.ts';
import { requireUser, startSession } from '#core/identity/server/sessions/sessions.service.ts';
import { keepSessionChallenge, makeTicket, readTicket, takeSessionChallenge, takeTicketChallenge } from './tickets.service.ts';
import { optionsToAdd, optionsToUse, verifyNew, verifyUse } from './webauthn.service.ts';

const badPasskey = () => new Failure('bad_passkey');

export async function passkeyOptions(ctx: Ctx): Promise<ResultIn<typeof safetyCalls.passkeyOptions>> {
  const actor = await requireProof(ctx);
  const options = await optionsToAdd(ctx, actor, await passkeysOf(ctx.system.read, actor.userId));
  const { userId, sessionId } = actor;
  await keepSessionChallenge(ctx, { kind: 'add', userId, sessionId, challenge: options.challenge });
  return { options };
}

/** Keeps a new passkey. Throws `limit_reached` when there are twenty. */
export async function addPasskey(ctx: Ctx, body: Parsed<typeof safetyCalls.addPasskey>['body']): Promise<{ id: string }> {
  const { userId, sessionId } = await requireProof(ctx);
  const challenge = await takeSessionChallenge(ctx, { kind: 'add', sessionId });
  if (challenge === null) throw badPasskey();
  if ((await passkeysOf(ctx.system.read, userId)).length >= PASSKEYS_MAX)
    throw new Failure('limit_reached', { data: { limit: 'passkeys', most: PASSKEYS_MAX } });
  const made = await verifyNew(ctx, body.response, challenge);
  const id = newId(ctx.now());
  await ctx.system.write(async (tx) => {
    const row = { id, userId, ...made, name: body.name, createdAt: new Date(ctx.now()), lastUsedAt: null };
    if (!(await insertPasskey(tx, row))) throw badPasskey();
    await settleFactors(ctx, tx, { action: 'identity.passkey-added', userId, keepSession: sessionId, data: { passkey: id } });
  });
  return { id };
}

export async function renamePasskey(ctx: Ctx, input: { id: string; name: string }): Promise<void> {
  const { userId } = requireUser(ctx);
  if (!isId(input.id)) throw notFound();
  await ctx.system.write(async (tx) => {
    if (!(await renamePasskeyRow(tx, { id: input.id, userId }, input.name))) throw notFound();
    await recordSafety(ctx, tx, { action: 'identity.passkey-renamed', userId, data: { passkey: input.id } });
  });
}

export async function removePasskey(ctx: Ctx, input: { id: string }): Promise<void> {
  const { userId, sessionId } = requireUser(ctx);
  // what is not theirs does not exist, with a proof or without
  if (!(await passkeysOf(ctx.system.read, userId)).some((key) => key.id === input.id)) throw notFound();
  await requireProof(ctx);
  await ctx.system.write(async (tx) => {
    if (!(await deletePasskey(tx, { id: input.id, userId }))) throw notFound();
    const left = (await passkeysOf(tx, userId)).length + (await lockIdentitiesOf(tx, userId)).length;
    await requireAnotherWay(ctx, userId, left);
    await settleFactors(ctx, tx, {
      action: 'identity.passkey-removed',
      userId,
      keepSession: sessionId,
      data: { passkey: input.id },
    });
  });
}

/** Asks for a passkey: any of this site, or with the ticket of a password one of that person. */
export async function passkeyLoginOptions(
  ctx: Ctx,
  body: Parsed<typeof safetyCalls.passkeyLoginOptions>['body'],
): Promise<ResultIn<typeof safetyCalls.passkeyLoginOptions>> {
  if (body.ticket === undefined) {
    await ctx.limits.use(`passkey-offer:${callerIn(ctx.caller.address)}`, USE_LIMITS.passkeyOffer);
    const options = await optionsToUse(ctx, { keys: [], holder: 'preferred' });
    const ticket = await ctx.system.write((tx) => makeTicket(ctx, tx, { kind: 'passkey', challenge: options.challenge }));
    return { options, ticket };
  }
  await ctx.limits.use(`login:${callerIn(ctx.caller.address)}`, USE_LIMITS.login);
  const row = await readTicket(ctx, body.ticket);
  if (row.kind !== 'second' || row.userId === null || row.afterPasskey) throw new Failure('ticket_expired');
  const options = await optionsToUse(ctx, { keys: await passkeysOf(ctx.system.read, row.userId), holder: 'preferred' });
  await ctx.system.write((tx) => setChallenge(tx, row.hash, options.challenge));
  return { options, ticket: body.ticket };
}

/** Signs in by a passkey. Alone it counts as two factors when it checked its holder; otherwise the second step follows where there is one. */
export async function passkeyLogin(ctx: Ctx, body: Parsed<typeof safetyCalls.passkeyLogin>['body']): Promise<SignedIn> {
  await ctx.limits.use(`login:${callerIn(ctx.caller.address)}`, USE_LIMITS.login);
  const ticket = await takeTicketChallenge(ctx, body.ticket);
  const key = await passkeyByCredential(ctx.system.read, body.response.id);
  if (key === null || (ticket.userId !== null && ticket.userId !== key.userId)) throw badPasskey();
  const touch = await verifyUse(ctx, body.response, { key, challenge: ticket.challenge });
  const { userId } = key;
  // a passkey as the second step stands beside the first one
  const by = ticket.kind === 'second' ? (ticket.way ?? 'password') : 'passkey';
  const accountId = await openAccountFor(ctx, userId, by);
  const alone = ticket.kind === 'passkey' && touch.holder === 'not checked';
  const more = alone && (await hasSecondFactor(ctx.system.read, userId));
  const opened = await ctx.system.write(async (tx) => {
    if (!(await deleteTicket(tx, hashToken(body.ticket)))) throw new Failure('ticket_expired');
    const { counter, synced } = touch;
    if (!(await notePasskeyUse(tx, { id: key.id, from: key.counter, counter, synced, at: new Date(ctx.now()) })))
      throw badPasskey();
    // without a check of its holder a passkey is a single factor: anyone who finds the key can touch it
    return more ? null : startSession(ctx, tx, { userId, accountId, way: 'passkey', by, ...(alone && { strength: 'weak' }) });
  });
  return opened ?? askSecondStep(ctx, { userId, after: 'passkey' });
}
