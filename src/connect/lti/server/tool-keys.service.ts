/** Our own side of LTI: the addresses that an account's platforms are given, and the keys that we sign with. */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newCode } from '#kit/server/ids.ts';
import { openIfKnown } from '#kit/server/secrets.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import type { LtiToolAddresses } from '../lti.contract.ts';
import { ltiLimits } from '../lti.rules.ts';
import {
  accountOfTool,
  accountsWithOldKeys,
  deleteRetiredKeys,
  insertKey,
  insertTool,
  type KeyRow,
  keysOfAccount,
  retireKeys,
  toolKeyOf,
} from './platforms.queries.ts';

const dayMs = 86_400_000;
const sealPurpose = 'lti key';
/** Platforms keep what they read of our keys for so long. */
const publishedBeforeMs = dayMs;

/** In the addresses of the account; made at first use. */
export async function toolKeyFor(ctx: Ctx, accountId: string): Promise<string> {
  const known = await toolKeyOf(ctx.system.read, accountId);
  if (known !== null) return known;
  await ctx.system.write((tx) => insertTool(tx, { accountId, key: newCode(20) }));
  const made = await toolKeyOf(ctx.system.read, accountId);
  if (made === null) throw new Error('the addresses of an account are gone');
  return made;
}

export function addressesOf(ctx: Ctx, key: string): LtiToolAddresses {
  const site = siteUrl(ctx);
  const base = `${site}/lti/${key}`;
  return {
    launch: `${base}/launch`,
    login: `${base}/login`,
    keys: `${base}/keys`,
    redirect: `${base}/launch`,
    keyLaunch: `${base}/key-launch`,
    icon: `${site}/favicon.svg`,
  };
}

async function makeKey(ctx: Ctx, accountId: string, signsFrom: number): Promise<KeyRow> {
  const pair = await generateKeyPair('RS256', { extractable: true });
  const [shown, hidden] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]);
  const kid = await calculateJwkThumbprint(shown);
  const row: KeyRow = {
    kid,
    accountId,
    publicJwk: { ...shown, kid, alg: 'RS256', use: 'sig' },
    privateSealed: ctx.secrets.seal(sealPurpose, JSON.stringify(hidden)),
    createdAt: new Date(ctx.now()),
    signsFrom: new Date(signsFrom),
    retiresAt: null,
  };
  await ctx.system.write((tx) => insertKey(tx, row));
  return row;
}

/** What platforms may check our signatures with. */
async function publishedKeys(ctx: Ctx, accountId: string): Promise<JWK[]> {
  const rows = await keysOfAccount(ctx.system.read, accountId);
  const shown = rows.length > 0 ? rows : [await makeKey(ctx, accountId, ctx.now())];
  return shown.map(({ publicJwk }) => publicJwk);
}

/** The same at an address of ours. Throws `not_found`. */
export async function publishedKeysAt(ctx: Ctx, key: string): Promise<JWK[]> {
  const accountId = await accountOfTool(ctx.system.read, key);
  if (accountId === null) throw notFound();
  return publishedKeys(ctx, accountId);
}

const storedKey = z.looseObject({ kty: z.literal('RSA') });
const openedKey = (ctx: Ctx, row: KeyRow) => openIfKnown(ctx.secrets, sealPurpose, row.privateSealed);
/** A token in our name. */
export async function signToken(ctx: Ctx, accountId: string, payload: JWTPayload): Promise<string> {
  const rows = await keysOfAccount(ctx.system.read, accountId);
  const signing = rows.filter(({ signsFrom }) => signsFrom.getTime() <= ctx.now());
  // a key whose master key is lost signs nothing more: the next one does, or a new one
  const key = signing.find((row) => openedKey(ctx, row) !== null) ?? (await makeKey(ctx, accountId, ctx.now()));
  const jwk: JWK = z.parse(storedKey, JSON.parse(openedKey(ctx, key) ?? '{}'));
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'JWT' }).sign(await importJWK(jwk, 'RS256'));
}

/** A new key where the newest signs for 90 days; the one before stays published as long again. */
export async function renewKeys(ctx: Ctx): Promise<void> {
  const old = await accountsWithOldKeys(ctx.system.read, new Date(ctx.now() - ltiLimits.keyDays * dayMs));
  for (const accountId of old) {
    const signsFrom = ctx.now() + publishedBeforeMs;
    await makeKey(ctx, accountId, signsFrom);
    const before = { accountId, before: new Date(signsFrom), at: new Date(signsFrom + ltiLimits.keyDays * dayMs) };
    await ctx.system.write((tx) => retireKeys(tx, before));
  }
  await ctx.system.write((tx) => deleteRetiredKeys(tx, new Date(ctx.now())));
}
