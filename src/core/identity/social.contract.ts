/** Signing in by other providers, and the ties between them and people. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { authFacts } from '#kit/facts.ts';
import { emailField, localeField, newPasswordField, signedIn } from './identity.contract.ts';

const done = z.object({});
const key = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,30}$/));
const long = (most: number) => z.optional(z.string().check(z.maxLength(most)));
const away = z.object({ url: z.string() });
const proof = { proof_needed: 403 } as const;
const provider = { provider_failed: 502 } as const;

export const providerView = z.object({ key, name: z.string(), kind: z.enum(['google', 'facebook', 'oidc']) });
export type ProviderView = z.infer<typeof providerView>;

export const identityView = z.object({
  id: z.string(),
  provider: z.string(),
  /** As people know the provider; its key when it is not configured any more. */
  name: z.string(),
  email: z.nullable(z.string()),
  createdAt: z.number(),
  lastUsedAt: z.number(),
});
export type IdentityView = z.infer<typeof identityView>;

/** `email`: an address has to be given and proven; `known`: an account has that address, sign in to it first. */
export const outcome = z.enum(['signed-in', 'linked', 'proven', 'register', 'email', 'known']);
export type SocialOutcome = z.infer<typeof outcome>;

export const arrivalView = z.object({
  step: z.enum(['email', 'known']),
  provider: z.string(),
  email: z.nullable(z.string()),
});
export type SocialArrival = z.infer<typeof arrivalView>;

export const socialCalls = {
  providers: call({
    method: 'GET',
    path: '/api/social/providers',
    summary: 'The providers that people may sign in with here.',
    access: 'guest',
    result: z.object({ items: z.array(providerView) }),
  }),
  begin: call({
    method: 'POST',
    path: '/api/social/{provider}/begin',
    summary: 'Where to send the browser to sign in by a provider (authorization code with PKCE). Sets a cookie for the way back.',
    access: 'guest',
    params: z.object({ provider: key }),
    result: away,
    failures: provider,
  }),
  link: call({
    method: 'POST',
    path: '/api/social/{provider}/link',
    summary: 'The same, to link the provider to me.',
    access: 'user',
    params: z.object({ provider: key }),
    result: away,
    failures: { ...proof, ...provider },
  }),
  prove: call({
    method: 'POST',
    path: '/api/social/{provider}/prove',
    summary: 'The same, to prove for ten minutes who is there, for people without a password.',
    access: 'user',
    params: z.object({ provider: key }),
    result: away,
    failures: { ...provider, wrong_code: 400, provider_untimed: 400 },
  }),
  finish: call({
    method: 'POST',
    path: '/api/social/finish',
    summary: 'Takes what the provider sent back to a return address. With a second factor the failure `second_factor` follows.',
    access: 'all',
    body: z.strictObject({
      /** The return address that the browser came back to. */
      path: z.string().check(z.maxLength(100)),
      state: z.string().check(z.maxLength(100)),
      code: long(4096),
      iss: long(500),
      /** What the provider says went wrong (RFC 6749 §4.1.2.1). */
      error: long(200),
    }),
    result: z.object({
      outcome,
      session: z.nullable(signedIn),
      /** Token to complete a registration with. */
      registration: z.nullable(z.string()),
    }),
    failures: {
      flow_unknown: 400,
      provider_cancelled: 400,
      provider_refused: 400,
      ...provider,
      provider_untimed: 400,
      provider_stale: 400,
      identity_taken: 409,
      second_factor: 401,
      way_not_allowed: 403,
      user_suspended: 403,
      account_suspended: 403,
      sign_up_closed: 403,
      sign_ups_full: 429,
      invitation_needed: 403,
      domain_not_allowed: 403,
      disposable_email: 403,
    },
  }),
  arrival: call({
    method: 'GET',
    path: '/api/social/arrival',
    summary: 'What this browser brought from a provider and what it waits for; by cookie.',
    access: 'guest',
    result: arrivalView,
    failures: { flow_unknown: 400 },
  }),
  giveEmail: call({
    method: 'POST',
    path: '/api/social/email',
    summary: 'The address of somebody whose provider told none that is proven: mails a link. The same answer for every address.',
    access: 'guest',
    body: z.strictObject({ email: emailField, locale: localeField }),
    result: done,
    failures: {
      flow_unknown: 400,
      sign_up_closed: 403,
      sign_ups_full: 429,
      invitation_needed: 403,
      domain_not_allowed: 403,
      disposable_email: 403,
    },
  }),
  connect: call({
    method: 'POST',
    path: '/api/social/connect',
    summary: 'Links what this browser brought from a provider to me, who has just signed in to the account with that address.',
    access: 'user',
    result: done,
    failures: { flow_unknown: 400, identity_taken: 409 },
  }),
  identities: call({
    method: 'GET',
    path: '/api/social/identities',
    summary: 'The providers that are linked to me.',
    access: 'user',
    result: z.object({ items: z.array(identityView), hasPassword: z.boolean() }),
  }),
  unlink: call({
    method: 'POST',
    path: '/api/social/identities/{id}/remove',
    summary: 'Unlinks a provider and ends my other sessions. The last way in stays.',
    access: 'user',
    params: z.object({ id: z.string().check(z.refine(isId, 'not_an_id')) }),
    result: done,
    failures: { ...proof, last_way_in: 409 },
  }),
  createPassword: call({
    method: 'POST',
    path: '/api/social/password',
    summary: 'Sets a first password for somebody who came by a provider.',
    access: 'user',
    body: z.strictObject({ password: newPasswordField }),
    result: done,
    failures: { ...proof, weak_password: 400, password_short: 400, has_password: 409 },
  }),
};
/** Characters of `state` and `nonce`. What ties them to the browser is the verifier and a cookie of 256 bits. */
export const STATE_LENGTH = authFacts.randomLength;
