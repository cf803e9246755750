/** Sign-in by other providers, as the environment names them. */
import * as z from 'zod/mini';
import { optional, row } from './config-row.ts';

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(300));
const webAddress = (given: string): boolean => {
  const url = URL.parse(given);
  if (url === null || url.username !== '' || url.search !== '' || url.hash !== '') return false;
  // without TLS only on this machine, for trying out
  return url.protocol === 'https:' || (url.protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname));
};
const provider = z.strictObject({
  /** Stands in addresses; it must not change once people are linked. */
  key: z.string().check(z.regex(/^[a-z][a-z0-9-]{1,30}$/)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  issuer: z.string().check(z.refine(webAddress)),
  clientId: text,
  clientSecret: text,
  scopes: z._default(z.string().check(z.maxLength(300)), 'openid email profile'),
  /** Name of the claim that lists groups. */
  groupsClaim: z._default(z.nullable(z.string().check(z.maxLength(100))), null),
  /** Whether `email_verified` of this provider is believed. */
  trustEmail: z._default(z.boolean(), true),
  /** Where the address stands when the claim `email` is missing. */
  emailClaim: z._default(z.enum(['email', 'upn', 'preferred_username']), 'email'),
  /** Whether an address counts as verified where the provider says nothing of it. */
  assumeVerified: z._default(z.boolean(), false),
});
export type ConfiguredProvider = z.output<typeof provider>;

function providers(given: string | undefined): ConfiguredProvider[] {
  if (given === undefined) return [];
  const wrong =
    'must be a JSON list of {"key", "name", "issuer", "clientId", "clientSecret"} and, if wanted, "scopes", "groupsClaim", "trustEmail", "emailClaim", "assumeVerified"; issuers begin with https';
  let list: unknown;
  try {
    list = JSON.parse(given);
  } catch {
    throw new Error(wrong);
  }
  const read = z.safeParse(z.array(provider).check(z.maxLength(20)), list);
  if (!read.success) throw new Error(wrong);
  const keys = read.data.map((one) => one.key);
  if (new Set([...keys, 'google', 'facebook']).size !== keys.length + 2)
    throw new Error('must give each provider a key of its own, other than google and facebook');
  return read.data;
}
const address = (standard: string) => (given: string | undefined) => {
  const url = (given ?? standard).replace(/(?<!\/)\/+$/, '');
  if (!webAddress(url)) throw new Error('must be an address that begins with https');
  return url;
};

const keys = (given: string | undefined): string[] => {
  const list = given === undefined || given === 'none' ? [] : given.split(',').map((one) => one.trim());
  if (!list.every((one) => /^[a-z][a-z0-9-]{1,30}$/.test(one)))
    throw new Error('must be keys of providers, with commas between them');
  return list;
};

export const socialConfig = {
  googleClientSecret: row({
    env: 'GOOGLE_CLIENT_SECRET',
    about: 'Client secret that belongs to GOOGLE_CLIENT_ID. Without both the button is not shown.',
    standard: 'none',
    secret: true,
    read: optional,
  }),
  googleIssuer: row({
    env: 'GOOGLE_ISSUER',
    about: 'Issuer of the search-engine account sign-in.',
    standard: 'https://accounts.google.com',
    read: address('https://accounts.google.com'),
  }),
  googleReturn: row({
    env: 'GOOGLE_RETURN',
    about: 'Which return address is registered there: /google-login or /api/social/handle/google.',
    standard: '/google-login',
    read: (given): '/google-login' | '/api/social/handle/google' => {
      if (given === undefined || given === '/google-login') return '/google-login';
      if (given === '/api/social/handle/google') return given;
      throw new Error('must be /google-login or /api/social/handle/google');
    },
  }),
  facebookAppSecret: row({
    env: 'FACEBOOK_APP_SECRET',
    about: 'App secret that belongs to FACEBOOK_APP_ID. Without both the button is not shown.',
    standard: 'none',
    secret: true,
    read: optional,
  }),
  facebookDialog: row({
    env: 'FACEBOOK_DIALOG_URL',
    about: 'Where the social network asks people.',
    standard: 'https://www.facebook.com/v23.0/dialog/oauth',
    read: address('https://www.facebook.com/v23.0/dialog/oauth'),
  }),
  facebookGraph: row({
    env: 'FACEBOOK_GRAPH_URL',
    about: 'Where the social network answers programs.',
    standard: 'https://graph.facebook.com/v23.0',
    read: address('https://graph.facebook.com/v23.0'),
  }),
  oidcProviders: row({
    env: 'OIDC_PROVIDERS',
    about:
      'Further OpenID Connect providers, as a JSON list of {"key", "name", "issuer", "clientId", "clientSecret", "scopes", "groupsClaim", "trustEmail", "emailClaim", "assumeVerified"}. The return address is /sign-in/KEY.',
    standard: 'none',
    secret: true,
    read: providers,
  }),
  untimedProof: row({
    env: 'UNTIMED_PROOF',
    about:
      'Keys of sign-in providers (google, facebook, or those of OIDC_PROVIDERS), with commas between them, whose answer confirms who is there although they do not say when the person signed in. Whoever finds a browser signed in there can then change what lets its owner in here.',
    standard: 'none',
    read: keys,
  }),
};
