import { authFacts } from '#kit/facts.ts';

export type TokenClaims = { exp: number | null; iat: number | null };
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const secondsOr = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** The times inside a signed token (RFC 7519 §4.1, seconds); null when it cannot be read. Nothing is verified here: that is the server's work. */
export function claimsOf(token: string): TokenClaims | null {
  const parts = token.split('.');
  const body = parts[1];
  if (parts.length !== 3 || body === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(body.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(claims) ? { exp: secondsOr(claims['exp']), iat: secondsOr(claims['iat']) } : null;
  } catch {
    return null;
  }
}

/**
 * When a token that was just received ends, in epoch milliseconds of this machine's clock. Counted by its length, so that a clock
 * that is wrong does not end it early; without times inside it lives as long as tokens usually do.
 */
export function expiryOf(token: string, now: number): number {
  const claims = claimsOf(token);
  if (claims?.exp === null || claims?.exp === undefined) return now + authFacts.tokenLifeSeconds * 1000;
  return claims.iat === null ? claims.exp * 1000 : now + (claims.exp - claims.iat) * 1000;
}

/** The same for a token found in the cookie, whose start this tab did not see. */
export const claimedExpiry = (token: string, now: number): number => {
  const exp = claimsOf(token)?.exp ?? null;
  return exp === null ? now : exp * 1000;
};

/** Whether something that ends at `expiresAt` (epoch ms) counts as expired: a little early, so that it lasts the way. */
export const isExpired = (expiresAt: number, now: number): boolean => now >= expiresAt - authFacts.expirySlack;

const prefix = `${authFacts.tokenType} `;
/** The token in the cookie's value `Bearer …`; null when there is none. */
export const tokenOfCookie = (value: string | null): string | null =>
  value?.startsWith(prefix) === true && value.length > prefix.length ? value.slice(prefix.length) : null;
export const cookieOfToken = (token: string): string => prefix + token;
