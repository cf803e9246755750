/** Signing in by other providers: pure decisions and names for both sides. */

/** Seconds that somebody may take at a provider. */
export const FLOW_SECONDS = 600;
/** Seconds that an arrival waits for an address to be proven; as long as the mailed link counts. */
export const ARRIVAL_SECONDS = 86_400;
/** Seconds within which an account must be signed in to, so that an arrival is linked to it. */
export const CONNECT_SECONDS = 300;
/** Who somebody is at the social network, which is no OpenID provider: its ids count under this name. */
export const FACEBOOK_ISSUER = 'https://www.facebook.com';

/** Name of the cookie that ties a way to a provider to the browser that goes it. */
export const flowCookie = (state: string): string => `atrium_social_${state}`;
export const arrivalCookie = 'atrium_arrival';

const returns: Readonly<Record<string, string>> = {
  '/google-login': 'google',
  '/api/social/handle/google': 'google',
  '/facebook-login': 'facebook',
};
/** The provider whose return address that path is; null when it is none. Each provider has its own (RFC 9700 §4.4.2). */
export const providerOfPath = (path: string): string | null =>
  (Object.hasOwn(returns, path) ? returns[path] : /^\/sign-in\/([a-z][a-z0-9-]{1,30})$/.exec(path)?.[1]) ?? null;

/**
 * `groupsClaim`: name of the claim that lists groups. `trustEmail`: whether `email_verified` of this provider is believed.
 * `emailClaim`: where the address stands when there is no `email`. `assumeVerified`: whether an address counts as verified when the provider does not say. `provesUntimed`: whether
 * coming back from it proves who is there although it does not say when they signed in there.
 */
export type SocialProvider = {
  key: string;
  name: string;
  kind: 'google' | 'facebook' | 'oidc';
  returnPath: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  groupsClaim: string | null;
  trustEmail: boolean;
  emailClaim: 'email' | 'upn' | 'preferred_username';
  assumeVerified: boolean;
  provesUntimed: boolean;
};
/** What one way to a provider carries. `returnTo`: the exact return address. */
export type SocialFlow = { state: string; nonce: string; verifier: string; returnTo: string; again: 'ask' | 'quick' };
/** What the browser brought back from there. */
export type SocialReturn = Omit<SocialFlow, 'again'> & { code: string; iss: string | null };

/** What a provider said of somebody. `emailProven`: it vouches for the address. */
export type SocialClaims = {
  issuer: string;
  subject: string;
  email: string | null;
  emailProven: boolean;
  name: string;
  groups: readonly string[];
  /** Seconds between signing in there and this answer, by the provider's own clock; null when it does not say. */
  age: number | null;
};

/** Seconds by which a provider may be off, rounding included. */
const AGE_SLACK_SECONDS = 30;
/**
 * Whether coming back proves who is there: only somebody who signed in there after setting out `tookSeconds` ago did (OpenID Connect Core
 * 3.1.2.1, `max_age`). A provider that accepts anyone at a browser that was left open proves nothing.
 */
export function provesBy(
  provider: Pick<SocialProvider, 'provesUntimed'>,
  claims: Pick<SocialClaims, 'age'>,
  tookSeconds: number,
): 'yes' | 'provider_untimed' | 'provider_stale' {
  if (claims.age === null) return provider.provesUntimed ? 'yes' : 'provider_untimed';
  return claims.age <= Math.max(0, tookSeconds) + AGE_SLACK_SECONDS ? 'yes' : 'provider_stale';
}

/** What becomes of somebody who came back from a provider and is linked to nobody. */
export type StrangerRule = 'ask-email' | 'register' | 'sign-in-first' | 'take-over';
/**
 * `local`: the account with the address that the provider vouches for. One whose own address is proven is linked only by signing in to
 * it. One whose address nobody proved is never joined: it becomes the owner's, emptied. Those who run the installation sign in first in
 * any case.
 */
export function strangerBy(
  claims: Pick<SocialClaims, 'email' | 'emailProven'>,
  local: { emailProven: boolean; runsInstallation: boolean } | null,
): StrangerRule {
  if (claims.email === null || !claims.emailProven) return 'ask-email';
  if (local === null) return 'register';
  return local.emailProven || local.runsInstallation ? 'sign-in-first' : 'take-over';
}
