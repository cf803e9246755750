/** Access tokens: signed, short, without a permission inside (RFC 9068 in form; HS256, because only we read them). */
import { hash } from 'node:crypto';
import { type CryptoKey, decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { TOKEN_SECONDS } from '#core/identity/identity.rules.ts';

const purpose = 'access token';
const issuer = 'atrium';
const audience = 'atrium-api';
const type = 'at+jwt';

export type TokenFacts = { userId: string; sessionId: string };
type TokenSecrets = Pick<Ctx, 'secrets' | 'now'>;

/** Signs an access token that lives for `TOKEN_SECONDS`. */
export async function signAccessToken(ctx: TokenSecrets, facts: TokenFacts): Promise<string> {
  const [newest] = ctx.secrets.deriveAll(purpose);
  if (newest === undefined) throw new Error('there is no key to sign with');
  const now = Math.floor(ctx.now() / 1000);
  return new SignJWT({ sid: facts.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: type, kid: newest.id })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(facts.userId)
    .setJti(newId(ctx.now()))
    .setIssuedAt(now)
    .setExpirationTime(now + TOKEN_SECONDS)
    .sign(newest.key);
}

type VerifyKeys = ReadonlyMap<string, CryptoKey>;
/** The keys that verify, made once for the secrets of a process: deriving and importing one takes longer than using it. */
function verifyKeys(): (secrets: Ctx['secrets']) => Promise<VerifyKeys> {
  const made = new WeakMap<Ctx['secrets'], Promise<VerifyKeys>>();
  const make = async (secrets: Ctx['secrets']) => {
    const keys = secrets.deriveAll(purpose).map(async ({ id, key }) => {
      const bytes = Uint8Array.from(key);
      return [id, await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])] as const;
    });
    return new Map(await Promise.all(keys));
  };
  return (secrets) => {
    const known = made.get(secrets) ?? make(secrets);
    made.set(secrets, known);
    return known;
  };
}
const verifyKeysOf = verifyKeys();

function keyIdOf(token: string): string | null {
  try {
    return decodeProtectedHeader(token).kid ?? null;
  } catch {
    return null;
  }
}

/** What a signature vouches for. `expires` in whole seconds since 1970. */
type VouchedToken = TokenFacts & { expires: number };
const remembered = 5_000;

/**
 * Tokens whose signature was found good, by their hash; the oldest are forgotten. A signature does not change, so only the end of
 * the token is asked again here; whether its session still stands is asked of the database with every request.
 */
function vouchedTokens(): (secrets: Ctx['secrets']) => Map<string, VouchedToken> {
  const known = new WeakMap<Ctx['secrets'], Map<string, VouchedToken>>();
  return (secrets) => {
    const tokens = known.get(secrets) ?? new Map<string, VouchedToken>();
    known.set(secrets, tokens);
    return tokens;
  };
}
const vouchedOf = vouchedTokens();

async function verified(ctx: TokenSecrets, token: string, at: Date): Promise<TokenFacts | 'invalid' | 'expired'> {
  const tokens = vouchedOf(ctx.secrets);
  const name = hash('sha256', token, 'base64');
  const known = tokens.get(name);
  if (known !== undefined) {
    if (known.expires <= Math.floor(at.getTime() / 1000)) return 'expired';
    return { userId: known.userId, sessionId: known.sessionId };
  }
  const found = await checked(ctx, token, at);
  if (typeof found === 'string') return found;
  const [oldest] = tokens.size < remembered ? [] : tokens.keys();
  if (oldest !== undefined) tokens.delete(oldest);
  tokens.set(name, found);
  return { userId: found.userId, sessionId: found.sessionId };
}

async function checked(ctx: TokenSecrets, token: string, at: Date): Promise<VouchedToken | 'invalid' | 'expired'> {
  const key = (await verifyKeysOf(ctx.secrets)).get(keyIdOf(token) ?? '');
  if (key === undefined) return 'invalid';
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ: type,
      issuer,
      audience,
      currentDate: at,
      requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],
    });
    const { sub, sid, exp } = payload;
    if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined || !isId(sub) || !isId(sid)) return 'invalid';
    return { userId: sub, sessionId: sid, expires: exp };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'expired';
    if (error instanceof errors.JOSEError || error instanceof TypeError) return 'invalid';
    throw error;
  }
}

/** What a bearer token says, when it is one of ours and still good. Longer texts are not looked at. */
export async function readAccessToken(ctx: TokenSecrets, token: string): Promise<TokenFacts | 'invalid' | 'expired'> {
  return token.length > 2000 ? 'invalid' : verified(ctx, token, new Date(ctx.now()));
}

/** What a token of ours said, even when it has run out; null when it never was one. For signing out only. */
export async function readOldAccessToken(ctx: TokenSecrets, token: string): Promise<TokenFacts | null> {
  const facts = token.length > 2000 ? 'invalid' : await verified(ctx, token, new Date(0));
  return typeof facts === 'string' ? null : facts;
}
