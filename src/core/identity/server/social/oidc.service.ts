/** OpenID Connect: authorization code with PKCE, state and nonce (RFC 9700). Answers are checked by openid-client, signatures included. */
import {
  allowInsecureRequests,
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import * as z from 'zod/mini';
import { Failure } from '#kit/errors.ts';
import { isBlank, optionalFlag, readableValue, textIn } from '#kit/lenient.ts';
import type { Config } from '#kit/server/config/config.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { outbound, textOf } from '#kit/server/http/outbound.ts';
import { EMAIL_MAX, NAME_MAX, tidyEmail } from '#core/identity/identity.rules.ts';
import type { SocialReturn, SocialClaims, SocialProvider, SocialFlow } from '#core/identity/social.rules.ts';

const hour = 3_600_000;
const timeoutMs = 10_000;
const maxBytes = 512 * 1024;

/** The operator names its providers, so they may stand inside its own networks; answers are capped all the same. */
const ask = outbound({ reach: 'everywhere', timeoutMs, maxBytes });
type OidcRequest = { method: string; headers?: Record<string, string>; body?: unknown };
async function limitedFetch(url: string, { method, headers, body }: OidcRequest): Promise<Response> {
  const sent = body === undefined || body === null ? {} : { body: body instanceof Uint8Array ? body : String(body) };
  const answer = await ask(url, { method, headers: { ...headers }, ...sent });
  const kept = ['content-type', 'www-authenticate', 'dpop-nonce', 'cache-control'].flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const text = await textOf(answer);
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  return new Response(isJson ? filledMembers(text) : text, { status: answer.status, headers: Object.fromEntries(kept) });
}
/** Without members that are null or blank: openid-client refuses what is there and no text. What is no JSON stays as it is. */
function filledMembers(text: string): string {
  try {
    const read: unknown = JSON.parse(text, (_name, value: unknown) =>
      // entries of lists keep their places
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).filter(([, member]) => !isBlank(member)))
        : value,
    );
    return JSON.stringify(read);
  } catch {
    // refused by its reader, with a reason
    return text;
  }
}

type FoundProvider = { at: number; config: Promise<Configuration> };
/** What providers publish about themselves, kept for an hour; a failure is asked for again. */
function published(): (ctx: Ctx, provider: SocialProvider) => Promise<Configuration> {
  const known = new WeakMap<Config, Map<string, FoundProvider>>();
  return (ctx, provider) => {
    const mine = known.get(ctx.config) ?? new Map<string, FoundProvider>();
    known.set(ctx.config, mine);
    const found = mine.get(provider.key);
    if (found !== undefined && ctx.now() - found.at < hour) return found.config;
    const local = provider.issuer.startsWith('http:');
    const config = discovery(new URL(provider.issuer), provider.clientId, provider.clientSecret, undefined, {
      execute: [enableNonRepudiationChecks, ...(local ? [allowInsecureRequests] : [])],
      [customFetch]: limitedFetch,
      timeout: timeoutMs / 1000,
    });
    mine.set(provider.key, { at: ctx.now(), config });
    config.catch(() => mine.delete(provider.key));
    return config;
  };
}
const publishedBy = published();

/** An answer that came but does not hold; everything else is a provider that cannot be reached. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AuthorizationResponseError ||
  error instanceof ResponseBodyError ||
  error instanceof WWWAuthenticateChallengeError ||
  (error instanceof ClientError && error.code !== 'OAUTH_TIMEOUT' && !(error.cause instanceof TypeError));

async function asking<T>(ctx: Ctx, provider: SocialProvider, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Failure) throw error;
    const refused = isRefusal(error);
    ctx.log.warn(
      { provider: provider.key, reason: error instanceof Error ? error.message : 'unknown' },
      'a sign-in provider failed',
    );
    throw new Failure(refused ? 'provider_refused' : 'provider_failed');
  }
}

export async function oidcAddress(ctx: Ctx, provider: SocialProvider, way: SocialFlow & { challenge: string }): Promise<string> {
  const config = await asking(ctx, provider, async () => publishedBy(ctx, provider)).catch(() => {
    throw new Failure('provider_failed');
  });
  // the search engine knows no `login`; there people choose again. With `max_age` a provider has to say when they signed in
  const prompt = way.again === 'quick' ? {} : { prompt: provider.kind === 'google' ? 'select_account' : 'login', max_age: '0' };
  return buildAuthorizationUrl(config, {
    redirect_uri: way.returnTo,
    scope: provider.scopes,
    state: way.state,
    nonce: way.nonce,
    code_challenge: way.challenge,
    code_challenge_method: 'S256',
    ...prompt,
  }).href;
}

const email = readableValue(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_MAX), z.email()));
const claimsShape = z.object({
  email,
  // words that are no flag say nothing good of the address
  email_verified: z.catch(optionalFlag, false),
});
type AnyClaims = Readonly<Record<string, unknown>>;
const claimIn = (claims: AnyClaims, name: string): unknown =>
  Object.hasOwn(claims, name) ? (claims[name] ?? undefined) : undefined;

/** The address, and whether it is proven: both of one source, or the one could be proven by what was said of another. */
function addressIn(provider: SocialProvider, token: AnyClaims, more: AnyClaims): { email: string | null; emailProven: boolean } {
  const [told, also] = [z.parse(claimsShape, token), z.parse(claimsShape, more)];
  const source = told.email === undefined ? also : told;
  const isDenied = [told, also].some((one) => one.email_verified === false);
  if (source.email !== undefined) {
    const said = source.email_verified ?? (told.email === also.email ? also.email_verified : undefined);
    // where nobody has to prove it, either source can still deny it
    const verified = provider.assumeVerified && isDenied ? false : said;
    return provenAddress(provider, { address: source.email, verified });
  }
  const alias = z.parse(email, claimIn(token, provider.emailClaim)) ?? z.parse(email, claimIn(more, provider.emailClaim));
  if (alias === undefined) return { email: null, emailProven: false };
  // `email_verified` speaks of the claim `email`: it can prove no other, only keep it from counting
  return provenAddress(provider, { address: alias, verified: isDenied ? false : undefined });
}
const provenAddress = (provider: SocialProvider, { address, verified }: { address: string; verified: boolean | undefined }) => ({
  email: tidyEmail(address),
  emailProven: provider.trustEmail && (verified ?? provider.assumeVerified),
});

/**
 * What the provider adds to the id token. One that refuses (it may take tokens of another audience alone) undoes nothing of the token, unless it
 * is asked for groups that the token does not name: without them somebody would keep or lose rights.
 */
async function userInfo(
  ctx: Ctx,
  provider: SocialProvider,
  of: { config: Configuration; accessToken: string; told: AnyClaims & { sub: string } },
): Promise<AnyClaims> {
  const { config, accessToken, told } = of;
  if (config.serverMetadata().userinfo_endpoint === undefined) return {};
  try {
    return await fetchUserInfo(config, accessToken, told.sub);
  } catch (error) {
    // an answer about somebody else is a mix-up, not a refusal
    if (error instanceof ClientError && error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') throw error;
    if (provider.groupsClaim !== null && claimIn(told, provider.groupsClaim) === undefined) throw error;
    ctx.log.warn(
      { provider: provider.key, reason: error instanceof Error ? error.message : 'unknown' },
      'a sign-in provider told nothing beside its token',
    );
    return {};
  }
}

/** In full, or put together of its parts. */
function nameIn(claims: AnyClaims): string | null {
  const parts = [claims['given_name'], claims['family_name']].flatMap((part) => textIn(part) ?? []);
  return textIn(claims['name']) ?? (parts.length === 0 ? null : parts.join(' '));
}

function groupsIn(name: string | null, token: AnyClaims, more: AnyClaims): string[] {
  const value = name === null ? [] : (claimIn(token, name) ?? claimIn(more, name));
  const list = Array.isArray(value) ? value : [value];
  return [...new Set(list.filter((one) => typeof one === 'string' && one !== '' && one.length <= 200))].slice(0, 200).map(String);
}

/** The code's holder. Checks state, `iss` of the answer, issuer, audience, signature, expiry and nonce. */
export async function oidcClaims(ctx: Ctx, provider: SocialProvider, back: SocialReturn): Promise<SocialClaims> {
  return asking(ctx, provider, async () => {
    const config = await publishedBy(ctx, provider);
    const address = new URL(back.returnTo);
    address.searchParams.set('code', back.code);
    address.searchParams.set('state', back.state);
    if (back.iss !== null) address.searchParams.set('iss', back.iss);
    const tokens = await authorizationCodeGrant(config, address, {
      expectedState: back.state,
      expectedNonce: back.nonce,
      pkceCodeVerifier: back.verifier,
      idTokenExpected: true,
    });
    const told = tokens.claims();
    // without a subject two people would be the same
    if (told === undefined || told.sub === '') throw new Failure('provider_refused');
    const more = await userInfo(ctx, provider, { config, accessToken: tokens.access_token, told });
    return {
      issuer: told.iss,
      subject: told.sub,
      ...addressIn(provider, told, more),
      name: (nameIn(told) ?? nameIn(more) ?? '').slice(0, NAME_MAX),
      groups: groupsIn(provider.groupsClaim, told, more),
      // of the signed token alone
      age: told.auth_time === undefined ? null : told.iat - told.auth_time,
    };
  });
}
