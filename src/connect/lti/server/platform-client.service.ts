/** Requests to a platform: its keys, a token for its services, and whatever that opens. All of them stay within what people may make us ask. */
import { importJWK, type JWK } from 'jose';
import * as z from 'zod/mini';
import { Failure } from '#kit/errors.ts';
import { readableList } from '#kit/lenient.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newToken } from '#kit/server/secrets.ts';
import { outbound, type OutboundInit, OutboundRefused, reachOf, textOf } from '#kit/server/http/outbound.ts';
import type { LaunchRefusal } from '../launch.rules.ts';
import { type PlatformRow, setPlatformKeys } from './platforms.queries.ts';
import { signToken } from './tool-keys.service.ts';

const minuteMs = 60_000;
/** How long keys of a platform count as fresh, and how long they are believed when it does not answer. */
const keyTimes = { fresh: 10 * minuteMs, stale: 60 * minuteMs } as const;
const fetches = { max: 6, windowSeconds: 60 };
const answers = { timeoutMs: 8_000, maxBytes: 1_000_000, redirects: 2 } as const;

export type PlatformAnswer = { status: number; body: unknown; link: string | null };
/** An answer in JSON; `body` undefined: it is none. Throws what `outbound` throws. */
export async function askPlatform(ctx: Ctx, url: string, init: OutboundInit = {}): Promise<PlatformAnswer> {
  const answer = await outbound({ reach: reachOf(ctx.config), ...answers })(url, init);
  const text = await textOf(answer);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: answer.status, body, link: answer.headers.get('link') };
}

const keySet = z.object({ keys: readableList(z.looseObject({ kty: z.string() })).check(z.maxLength(100)) });
/** The keys at an address; null: nothing there reads like a set of keys. */
export async function readKeys(ctx: Ctx, url: string): Promise<JWK[] | null> {
  const { status, body } = await askPlatform(ctx, url, { headers: { accept: 'application/json' } });
  const read = z.safeParse(keySet, body);
  if (status !== 200 || !read.success) return null;
  return read.data.keys.filter(({ kty }) => kty === 'RSA');
}

async function fetchKeys(ctx: Ctx, platform: PlatformRow): Promise<JWK[] | 'unreachable'> {
  try {
    const keys = await readKeys(ctx, platform.keysUrl);
    if (keys === null) return 'unreachable';
    await ctx.system.write((tx) => setPlatformKeys(tx, platform.id, { keys, at: new Date(ctx.now()) }));
    return keys;
  } catch (error) {
    if (
      error instanceof OutboundRefused ||
      error instanceof TypeError ||
      (error instanceof Error && /Timeout|Abort/.test(error.name))
    )
      return 'unreachable';
    throw error;
  }
}

/** May ask again now: invented names of keys must not make us ask the platform each time. */
async function mayFetch(ctx: Ctx, platform: PlatformRow): Promise<boolean> {
  try {
    await ctx.limits.use(`lti-keys:${platform.id}`, fetches);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

export type FoundKey = { key: Awaited<ReturnType<typeof importJWK>> } | LaunchRefusal;
/** The platform's key of that name. */
export async function platformKey(ctx: Ctx, platform: PlatformRow, kid: string): Promise<FoundKey> {
  const age = platform.keysAt === null ? Number.POSITIVE_INFINITY : ctx.now() - platform.keysAt.getTime();
  const named = (keys: readonly JWK[] | null) => keys?.find((one) => one.kid === kid && (one.use ?? 'sig') === 'sig');
  const known = named(platform.keys);
  if (known !== undefined && age < keyTimes.fresh) return importKey(known);
  if (!(await mayFetch(ctx, platform))) return known === undefined ? { refusal: 'key_unknown', value: kid } : importKey(known);
  const read = await fetchKeys(ctx, platform);
  if (read === 'unreachable')
    return known !== undefined && age < keyTimes.stale
      ? importKey(known)
      : { refusal: 'keys_unreachable', value: platform.keysUrl };
  const found = named(read);
  return found === undefined ? { refusal: 'key_unknown', value: kid } : importKey(found);
}
async function importKey(jwk: JWK): Promise<FoundKey> {
  try {
    return { key: await importJWK({ ...jwk, alg: 'RS256' }, 'RS256') };
  } catch {
    return { refusal: 'key_unknown', ...(jwk.kid === undefined ? {} : { value: jwk.kid }) };
  }
}

const grant = z.object({ access_token: z.string().check(z.minLength(1)) });
/** A token for these services (Security Framework 1.1 §4.1). Throws where the platform gives none. */
export async function serviceToken(ctx: Ctx, platform: PlatformRow, scopes: readonly string[]): Promise<string> {
  const seconds = Math.floor(ctx.now() / 1_000);
  const assertion = await signToken(ctx, platform.accountId, {
    iss: platform.clientId,
    sub: platform.clientId,
    aud: platform.tokenUrl,
    iat: seconds,
    exp: seconds + 300,
    jti: newToken(16),
  });
  const { status, body } = await askPlatform(ctx, platform.tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
      scope: scopes.join(' '),
    }).toString(),
  });
  const read = z.safeParse(grant, body);
  if (status < 200 || status > 299 || !read.success) throw new Error(`a platform gave no token: ${status}`);
  return read.data.access_token;
}
