/** Access tokens: signed, short, without a permission inside (RFC 9068 in form; HS256, because only we read them). */
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { TOKEN_SECONDS } from '../identity.rules.ts';

const purpose = 'access token';
const issuer = 'atrium';
const audience = 'atrium-api';
const type = 'at+jwt';

export type TokenFacts = { userId: string; sessionId: string };
type Secrets = Pick<Ctx, 'secrets' | 'now'>;

/** Signs an access token that lives for `TOKEN_SECONDS`. */
export async function signAccessToken(ctx: Secrets, facts: TokenFacts): Promise<string> {
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

function keyOf(ctx: Secrets, token: string): Uint8Array | null {
  try {
    const { kid } = decodeProtectedHeader(token);
    return ctx.secrets.deriveAll(purpose).find((one) => one.id === kid)?.key ?? null;
  } catch {
    return null;
  }
}

async function verified(ctx: Secrets, token: string, at: Date): Promise<TokenFacts | 'invalid' | 'expired'> {
  const key = keyOf(ctx, token);
  if (key === null) return 'invalid';
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ: type,
      issuer,
      audience,
      currentDate: at,
      requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],
    });
    const { sub, sid } = payload;
    if (typeof sub !== 'string' || typeof sid !== 'string' || !isId(sub) || !isId(sid)) return 'invalid';
    return { userId: sub, sessionId: sid };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'expired';
    if (error instanceof errors.JOSEError || error instanceof TypeError) return 'invalid';
    throw error;
  }
}

/** What a bearer token says, when it is one of ours and still good. Longer texts are not looked at. */
export async function readAccessToken(ctx: Secrets, token: string): Promise<TokenFacts | 'invalid' | 'expired'> {
  return token.length > 2000 ? 'invalid' : verified(ctx, token, new Date(ctx.now()));
}

/** What a token of ours said, even when it has run out; null when it never was one. For signing out only. */
export async function readOldAccessToken(ctx: Secrets, token: string): Promise<TokenFacts | null> {
  const facts = token.length > 2000 ? 'invalid' : await verified(ctx, token, new Date(0));
  return typeof facts === 'string' ? null : facts;
}
