/** The providers that people may sign in with, and how each is asked. */
import { calculatePKCECodeChallenge } from 'openid-client';
import { Failure } from '#kit/errors.ts';
import type { Config } from '#kit/server/config/config.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import type { SocialReturn, SocialClaims, SocialProvider, SocialFlow } from '#core/identity/social.rules.ts';
import { facebookAddress, facebookClaims } from './facebook.service.ts';
import { oidcAddress, oidcClaims } from './oidc.service.ts';

const saysItself = { emailClaim: 'email', assumeVerified: false } as const;

/** Those that are configured completely, in the order in which they are offered. */
export function providersOf(config: Config): SocialProvider[] {
  const all: SocialProvider[] = [];
  const provesUntimed = (key: string) => config.untimedProof.includes(key);
  if (config.googleClientId !== null && config.googleClientSecret !== null)
    all.push({
      key: 'google',
      name: 'Google',
      kind: 'google',
      returnPath: config.googleReturn,
      issuer: config.googleIssuer,
      clientId: config.googleClientId,
      clientSecret: config.googleClientSecret,
      scopes: 'openid email profile',
      groupsClaim: null,
      trustEmail: true,
      ...saysItself,
      provesUntimed: provesUntimed('google'),
    });
  if (config.facebookAppId !== null && config.facebookAppSecret !== null)
    all.push({
      key: 'facebook',
      name: 'Facebook',
      kind: 'facebook',
      returnPath: '/facebook-login',
      issuer: config.facebookDialog,
      clientId: config.facebookAppId,
      clientSecret: config.facebookAppSecret,
      scopes: 'public_profile,email',
      groupsClaim: null,
      // it does not say whether an address was proven
      trustEmail: false,
      ...saysItself,
      provesUntimed: provesUntimed('facebook'),
    });
  for (const one of config.oidcProviders)
    all.push({ ...one, kind: 'oidc', returnPath: `/sign-in/${one.key}`, provesUntimed: provesUntimed(one.key) });
  return all;
}

/** The provider of that key. Throws `not_found`. */
export function providerBy(ctx: Ctx, key: string): SocialProvider {
  const found = providersOf(ctx.config).find((one) => one.key === key);
  if (found === undefined) throw new Failure('not_found');
  return found;
}

export const returnAddress = (ctx: Ctx, provider: Pick<SocialProvider, 'returnPath'>): string =>
  siteUrl(ctx) + provider.returnPath;

/** Where the browser is sent. `again: 'ask'`: who is signed in there shall say once more who they are. */
export async function addressOf(ctx: Ctx, provider: SocialProvider, way: SocialFlow): Promise<string> {
  const challenge = await calculatePKCECodeChallenge(way.verifier);
  const asked = { ...way, challenge };
  return provider.kind === 'facebook' ? facebookAddress(ctx, provider, asked) : oidcAddress(ctx, provider, asked);
}

/** Who came back. Throws `provider_refused` when an answer does not hold, `provider_failed` when none came. */
export function claimsOf(ctx: Ctx, provider: SocialProvider, back: SocialReturn): Promise<SocialClaims> {
  return provider.kind === 'facebook' ? facebookClaims(ctx, provider, back) : oidcClaims(ctx, provider, back);
}
