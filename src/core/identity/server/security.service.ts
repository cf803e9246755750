/** Ways to sign in: listed, and changed after a fresh proof of who is there. */
import type { Parsed } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { findPolicy } from '#core/accounts/server/policy.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { entriesAbout } from '#core/audit/server/about.service.ts';
import { SECOND_FAILURES } from '../identity.rules.ts';
import type { SecurityView, SecurityEvent, safetyCalls } from '../safety.contract.ts';
import { settleFactors } from './sign-in/factor-change.service.ts';
import { hasSecondFactor, keepRecovery, makeRecovery, makeTotp, stepOf } from './sign-in/factors.service.ts';
import { provenUntil, requireProof } from './sessions/proof.service.ts';
import {
  confirmTotp,
  deletePasskeysOf,
  deleteTotp,
  keepNewTotp,
  passkeysOf,
  recoveryOf,
  replaceRecovery,
  totpOf,
} from './safety.queries.ts';
import { requireUser } from './sessions/sessions.service.ts';
import { hasPassword } from './social/social-ties.service.ts';
import { readCode } from '../identity.rules.ts';

const eventsShown = 20;
const ms = (at: Date | null) => at?.getTime() ?? null;
const text = (value: unknown) => (typeof value === 'string' ? value : null);

async function eventsOf(ctx: Ctx, userId: string): Promise<SecurityEvent[]> {
  const entries = await entriesAbout(ctx, { userId, group: 'identity', limit: eventsShown });
  return entries.map(({ id, at, action, address, data }) => ({
    id,
    at,
    action,
    address: address === '' ? null : address,
    browser: text(data['browser']),
    system: text(data['system']),
  }));
}

export async function getSecurity(ctx: Ctx): Promise<SecurityView> {
  const actor = requireUser(ctx);
  const { userId } = actor;
  const db = ctx.system.read;
  const [person, totp, codes, keys] = await Promise.all([
    findPerson(db, userId),
    totpOf(db, userId),
    recoveryOf(db, userId),
    passkeysOf(db, userId),
  ]);
  const since = ms(totp?.confirmedAt ?? null);
  const madeAt = codes[0]?.madeAt.getTime();
  return {
    password: { changedAt: person?.passwordChangedAt ?? null, set: await hasPassword(ctx, userId) },
    secondFactorFrom: since === null && keys.length === 0 ? (await findPolicy(db, actor.accountId)).secondFactorFrom : null,
    totp: since === null ? null : { since, lastUsedAt: ms(totp?.lastUsedAt ?? null) },
    recovery: madeAt === undefined ? null : { left: codes.filter((one) => one.usedAt === null).length, madeAt },
    passkeys: keys.map(({ id, name, createdAt, lastUsedAt, synced }) => ({
      id,
      name,
      createdAt: createdAt.getTime(),
      lastUsedAt: ms(lastUsedAt),
      synced,
    })),
    provenUntil: await provenUntil(ctx, actor),
    events: await eventsOf(ctx, userId),
  };
}

/** A secret for the app. Where one counts already it has to be taken off first. */
export async function totpBegin(ctx: Ctx): Promise<{ secret: string; uri: string }> {
  const actor = await requireProof(ctx);
  const { secret, uri, sealed } = makeTotp(ctx, actor.email);
  const kept = await ctx.system.write((tx) =>
    keepNewTotp(tx, { userId: actor.userId, secret: sealed, createdAt: new Date(ctx.now()) }),
  );
  if (!kept) throw new Failure('changed_meanwhile');
  return { secret, uri };
}

export async function totpConfirm(
  ctx: Ctx,
  body: Parsed<typeof safetyCalls.totpConfirm>['body'],
): Promise<{ recoveryCodes: string[] }> {
  const { userId, sessionId } = await requireProof(ctx);
  const key = `totp:${userId}`;
  await ctx.limits.mayTry(key);
  const row = await totpOf(ctx.system.read, userId);
  const step = row === null || row.confirmedAt !== null ? null : stepOf(ctx, row, readCode(body.code).code);
  await ctx.limits.settle(key, SECOND_FAILURES.person, step === null ? 'bad' : 'good');
  const wrong = () => new Failure('wrong_code', { fields: { 'body.code': 'wrong_code' } });
  if (row === null || step === null) throw wrong();
  const made = await makeRecovery();
  await ctx.system.write(async (tx) => {
    if (!(await confirmTotp(tx, { userId, secret: row.secret, step, at: new Date(ctx.now()) }))) throw wrong();
    await keepRecovery(ctx, tx, { userId, made });
    await settleFactors(ctx, tx, { action: 'identity.totp-added', userId, keepSession: sessionId });
  });
  await ctx.limits.succeeded(key);
  return { recoveryCodes: made.shown };
}

/** Takes the app off, and with it the recovery codes, which stand in for it. */
export async function totpRemove(ctx: Ctx): Promise<void> {
  const { userId, sessionId } = await requireProof(ctx);
  await ctx.system.write(async (tx) => {
    if (!(await deleteTotp(tx, userId))) throw notFound();
    await replaceRecovery(tx, userId, []);
    await settleFactors(ctx, tx, { action: 'identity.totp-removed', userId, keepSession: sessionId });
  });
}

/** New codes in the place of the old ones. Without an app there is nothing that they stand in for: `not_found`. */
export async function recoveryRenew(ctx: Ctx): Promise<{ recoveryCodes: string[] }> {
  const { userId, sessionId } = await requireProof(ctx);
  if (!(await hasSecondFactor(ctx.system.read, userId))) throw notFound();
  const made = await makeRecovery();
  await ctx.system.write(async (tx) => {
    await keepRecovery(ctx, tx, { userId, made });
    await settleFactors(ctx, tx, { action: 'identity.recovery-renewed', userId, keepSession: sessionId });
  });
  return { recoveryCodes: made.shown };
}

/** Removes every second factor and passkey of a person who lost them all. For the operator's command line only. */
export async function resetFactors(ctx: Ctx, input: { userId: string }): Promise<void> {
  if (ctx.actor.kind !== 'system') throw new Failure('not_allowed', { data: { permission: 'users.manage' } });
  await ctx.system.write(async (tx) => {
    if ((await findPerson(tx, input.userId)) === null) throw notFound();
    await deleteTotp(tx, input.userId);
    await replaceRecovery(tx, input.userId, []);
    await deletePasskeysOf(tx, input.userId);
    await settleFactors(ctx, tx, { action: 'identity.factors-reset', userId: input.userId, keepSession: null });
  });
}
