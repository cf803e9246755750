/** Codes of the authenticator app (RFC 6238) and recovery codes: made, checked, used up. */
import { randomBytes, randomInt } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { Secret, TOTP } from 'otpauth';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findPolicy } from '#core/accounts/server/policy.service.ts';
import { openIfKnown } from '#kit/server/secrets.ts';
import { readCode, RECOVERY_CODES, TOTP_STEP_SECONDS, TOTP_WINDOW } from '#core/identity/identity.rules.ts';
import type { SecondWay } from '#core/identity/safety.contract.ts';
import {
  allTotp,
  passkeysOf,
  recoveryOf,
  replaceRecovery,
  resealTotp,
  totpOf,
  useRecovery,
  useStep,
} from '#core/identity/server/safety.queries.ts';
import type { TotpRow } from '#core/identity/server/safety.table.ts';

const sealedFor = 'totp secret';
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 10;
const strength = { memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;

const totpWith = (secret: Secret, label: string) =>
  new TOTP({ issuer: 'Atrium', label, secret, algorithm: 'SHA1', digits: 6, period: TOTP_STEP_SECONDS });

/** A secret of 160 bits: in base32, as the address that apps read, and sealed for the database. */
export function makeTotp(ctx: Ctx, label: string): { secret: string; uri: string; sealed: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: totpWith(secret, label).toString(), sealed: ctx.secrets.seal(sealedFor, secret.base32) };
}

/** The step whose code that is, or null: it fits none near the present one, or the secret's key is lost. */
export function stepOf(ctx: Ctx, row: TotpRow, code: string): number | null {
  const secret = openIfKnown(ctx.secrets, sealedFor, row.secret);
  if (secret === null) return null;
  const timestamp = ctx.now();
  const delta = totpWith(Secret.fromBase32(secret), '').validate({ token: code, timestamp, window: TOTP_WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / TOTP_STEP_SECONDS) + delta;
}

/** Argon2id with the salt of the making: the codes have too few bits for a plain hash (ASVS 5.0 6.5.2). It needs no key, so codes outlive a lost one. */
const hashRecovery = async (code: string, salt: string): Promise<string> =>
  (await hashRaw(code, { ...strength, salt: Buffer.from(salt, 'base64url') })).toString('base64url');

const newCode = () => Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');

export type MadeCodes = { shown: string[]; salt: string; hashes: string[] };
/** Fresh recovery codes, as they are shown and as they are kept. Takes about half a second. */
export async function makeRecovery(): Promise<MadeCodes> {
  const plain = Array.from({ length: RECOVERY_CODES }, newCode);
  const salt = randomBytes(16).toString('base64url');
  const hashes: string[] = [];
  // one after the other: each takes 46 MiB
  for (const code of plain) hashes.push(await hashRecovery(code, salt));
  return { shown: plain.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), salt, hashes };
}

export async function keepRecovery(ctx: Ctx, tx: Db, kept: { userId: string; made: MadeCodes }): Promise<void> {
  const madeAt = new Date(ctx.now());
  const { salt, hashes } = kept.made;
  await replaceRecovery(
    tx,
    kept.userId,
    hashes.map((hash) => ({ userId: kept.userId, hash, salt, madeAt, usedAt: null })),
  );
}

/** A code that fits. `use` uses it up in a transaction; false when another use was faster. */
export type FittingCode = { way: 'totp' | 'recovery'; use: (tx: Db) => Promise<boolean> };

/** Looks whether a code of the app or a recovery code fits; null when not, or when it was used. */
export async function fitCode(ctx: Ctx, userId: string, typed: string): Promise<FittingCode | null> {
  const { kind, code } = readCode(typed);
  const at = new Date(ctx.now());
  if (kind === 'totp') {
    const row = await totpOf(ctx.system.read, userId);
    const step = row === null || row.confirmedAt === null ? null : stepOf(ctx, row, code);
    if (row === null || step === null || (row.lastStep !== null && row.lastStep >= step)) return null;
    return { way: 'totp', use: (tx) => useStep(tx, { userId, secret: row.secret, step, at }) };
  }
  const rows = await recoveryOf(ctx.system.read, userId);
  const salt = rows[0]?.salt;
  if (salt === undefined || code.length !== codeLength) return null;
  const hash = await hashRecovery(code, salt);
  const row = rows.find((one) => one.hash === hash && one.usedAt === null);
  return row === undefined ? null : { way: 'recovery', use: (tx) => useRecovery(tx, { userId, hash, at }) };
}

/** Whether a sign-in by password needs a second step. Passkeys alone do not: losing the only one would shut the person out. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const totp = await totpOf(db, userId);
  return totp !== null && totp.confirmedAt !== null;
}

/** The same under the rules of the account: where it asks for a second factor, a passkey alone is one, too. */
export async function needsSecondStep(ctx: Ctx, of: { userId: string; accountId: string }): Promise<boolean> {
  const db = ctx.system.read;
  if (await hasSecondFactor(db, of.userId)) return true;
  const { secondFactorFrom } = await findPolicy(db, of.accountId);
  return secondFactorFrom !== null && (await passkeysOf(db, of.userId)).length > 0;
}

/** What can answer the second step. A secret whose key is lost cannot. */
export async function secondWays(ctx: Ctx, userId: string): Promise<SecondWay[]> {
  const db = ctx.system.read;
  const totp = await totpOf(db, userId);
  const ways: SecondWay[] = [];
  if (totp !== null && totp.confirmedAt !== null && openIfKnown(ctx.secrets, sealedFor, totp.secret) !== null) ways.push('totp');
  if ((await recoveryOf(db, userId)).some((row) => row.usedAt === null)) ways.push('recovery');
  if ((await passkeysOf(db, userId)).length > 0) ways.push('passkey');
  return ways;
}

/** App secrets under a new key of the installation. `lost`: those that no key opens, left as they are; recovery codes or `reset-factors` help. */
export async function sealAppSecretsAgain(ctx: Ctx): Promise<{ resealed: number; lost: number }> {
  const stale = (await allTotp(ctx.system.read)).filter((row) => ctx.secrets.stale(row.secret));
  let resealed = 0;
  for (const row of stale) {
    const secret = openIfKnown(ctx.secrets, sealedFor, row.secret);
    if (secret === null) continue;
    await ctx.system.write((tx) =>
      resealTotp(tx, { userId: row.userId, old: row.secret, secret: ctx.secrets.seal(sealedFor, secret) }),
    );
    resealed += 1;
  }
  return { resealed, lost: stale.length - resealed };
}
