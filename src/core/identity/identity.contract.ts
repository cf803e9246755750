/** Signing in, signing up, sessions and one's own profile. Times are epoch milliseconds; `expiresIn` is in seconds (RFC 6749 §5.1). */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { authPaths, locales } from '#kit/facts.ts';
import { isTimeZone } from '#core/accounts/accounts.rules.ts';
import { botAnswer, botChallenge, botFailures } from './bot-check.contract.ts';
import { linkView } from './links.contract.ts';
import { EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from './identity.rules.ts';
import { ownProfileCalls, profileView } from './own-profile.contract.ts';
import { tokenCall } from './token.contract.ts';

export type { OwnProfile } from './own-profile.contract.ts';

export const emailField = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_MAX), z.email());
/** Any characters, never shortened; the common ones are refused by the service with `weak_password`. */
export const newPasswordField = z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(PASSWORD_MAX));
const password = z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX));
export const nameField = z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX));
export const localeField = z.enum(locales);
export const timeZoneField = z.string().check(z.maxLength(64), z.refine(isTimeZone));
/** What a mailed link carries. */
const linkToken = z.string().check(z.regex(/^[\w-]{20,200}$/));
const done = z.object({});

const linkFailures = { link_unknown: 404, link_expired: 410, link_used: 410 } as const;
const passwordFailures = { weak_password: 400, password_short: 400 } as const;

/** Answer of a sign-in. The refresh token and the hint of its end come as cookies. */
export const signedIn = z.object({ token: z.string(), tokenType: z.literal('Bearer'), expiresIn: z.number() });
export type SignedIn = z.infer<typeof signedIn>;

export const accountKind = z.enum(['customer', 'vendor', 'operator']);
export const accountState = z.enum(['active', 'pending', 'suspended', 'closed']);
const membershipView = z.object({ id: z.string(), name: z.string(), kind: accountKind, state: accountState, role: z.string() });

/** The signed-in person. `scope` holds the names of permissions in the account that the session acts in; it is empty while the account waits for approval. */
export const sessionUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  locale: z.string(),
  timeZone: z.string(),
  /** Path of the picture, null without one. */
  picture: z.nullable(z.string()),
  scope: z.array(z.string()),
  account: membershipView,
  /** Every account of the person, the present one included. */
  accounts: z.array(membershipView),
  /** The look that its pages wear in place of the product's; `logo` is a path of this site. */
  brand: z.nullable(z.object({ name: z.string(), accent: z.nullable(z.string()), logo: z.nullable(z.string()) })),
  session: z.object({ id: z.string(), expiresAt: z.number() }),
  /** What the account's rules ask for before anything else; until then `scope` is empty. */
  needs: z.nullable(z.literal('second-factor')),
  /** When somebody acts in this person's name: who, why and until when. */
  impersonation: z.nullable(z.object({ by: z.string(), reason: z.string(), ends: z.number() })),
});
export type SessionUser = z.infer<typeof sessionUser>;

export const sessionView = z.object({
  id: z.string(),
  current: z.boolean(),
  /** Name of the program, as far as its user agent names it ("Firefox", "Chrome"), and of the system ("Windows"). */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  address: z.string(),
  createdAt: z.number(),
  lastSeenAt: z.number(),
  expiresAt: z.number(),
});
export type SessionView = z.infer<typeof sessionView>;

export const identityCalls = {
  login: call({
    method: 'POST',
    path: authPaths.login,
    summary:
      'Signs in with email and password. With a second factor the failure `second_factor` carries the ticket of the second step.',
    access: 'guest',
    body: z.strictObject({
      email: z.string().check(z.trim(), z.minLength(1), z.maxLength(EMAIL_MAX)),
      password,
      challenge: botAnswer,
    }),
    result: signedIn,
    failures: {
      wrong_credentials: 401,
      second_factor: 401,
      way_not_allowed: 403,
      user_suspended: 403,
      account_suspended: 403,
      ...botFailures,
    },
  }),
  user: call({
    method: 'GET',
    path: authPaths.user,
    summary: 'The signed-in person with the permissions of the present account.',
    access: 'user',
    result: sessionUser,
  }),
  token: tokenCall,
  logout: call({
    method: 'POST',
    path: authPaths.logout,
    summary: 'Ends the session of the bearer token; a token that has run out goes into the body instead.',
    access: 'all',
    body: z.object({ token: z.optional(z.string().check(z.maxLength(2000))) }),
    result: done,
  }),
  challenge: call({
    method: 'GET',
    path: '/api/challenge',
    summary: 'A puzzle for the bot check of sign-in, sign-up and reset; one for paying with a card opens nothing else.',
    access: 'guest',
    query: z.object({ for: z.optional(z.literal('card')) }),
    result: botChallenge,
  }),

  sessions: call({
    method: 'GET',
    path: '/api/sessions',
    summary: 'My open sessions, the present one first.',
    access: 'user',
    result: z.object({ items: z.array(sessionView) }),
  }),
  revokeSession: call({
    method: 'DELETE',
    path: '/api/sessions/{id}',
    summary: 'Ends one of my sessions.',
    access: 'user',
    params: z.object({ id: z.string() }),
    result: done,
  }),
  revokeOtherSessions: call({
    method: 'DELETE',
    path: '/api/sessions',
    summary: 'Ends all my sessions but this one.',
    access: 'user',
    result: z.object({ ended: z.number() }),
  }),
  switchAccount: call({
    method: 'POST',
    path: '/api/session/account',
    summary: 'Lets this session act in another account of mine. The access token stays; ask for the user again.',
    access: 'user',
    body: z.strictObject({ accountId: z.string() }),
    result: done,
    failures: { account_suspended: 403, way_not_allowed: 403 },
  }),

  signUpPolicy: call({
    method: 'GET',
    path: '/api/sign-up',
    summary: 'Who may sign up here, and whether the operator account is still missing.',
    access: 'guest',
    result: z.object({
      policy: z.enum(['open', 'domain', 'invitation', 'approval', 'closed']),
      domains: z.array(z.string()),
      firstRun: z.boolean(),
    }),
  }),
  signUp: call({
    method: 'POST',
    path: '/api/sign-up',
    summary: 'Mails a link to go on with. The answer is the same whether the address is known or not.',
    access: 'guest',
    body: z.strictObject({ email: emailField, locale: localeField, challenge: botAnswer }),
    result: done,
    failures: {
      sign_up_closed: 403,
      sign_ups_full: 429,
      invitation_needed: 403,
      domain_not_allowed: 403,
      disposable_email: 403,
      ...botFailures,
    },
  }),
  linkInfo: call({
    method: 'POST',
    path: '/api/links/info',
    summary: 'What a mailed link is for; changes nothing. A POST, so that the token stands in no address.',
    access: 'guest',
    body: z.strictObject({ token: linkToken }),
    result: linkView,
    failures: { link_unknown: 404 },
  }),
  resendLink: call({
    method: 'POST',
    path: '/api/links/resend',
    summary: 'Mails a fresh link of the same kind to the same address; at most once a minute.',
    access: 'guest',
    body: z.strictObject({ token: linkToken }),
    result: done,
    failures: { link_unknown: 404, link_used: 410 },
  }),
  confirmEmail: call({
    method: 'POST',
    path: '/api/verify-email',
    summary:
      'Confirms an address: `registration` is the token to complete a new account with, `changed` is true when it was a new address of an existing one.',
    access: 'all',
    body: z.strictObject({ token: linkToken }),
    result: z.object({ registration: z.nullable(z.string()), changed: z.boolean() }),
    failures: { email_taken: 409, ...linkFailures },
  }),
  register: call({
    method: 'POST',
    path: '/api/complete-registration',
    summary: 'Completes a registration, an invitation or the first run, and signs in. `email` is for the first run only.',
    access: 'guest',
    body: z.strictObject({
      token: linkToken,
      name: nameField,
      organisation: nameField,
      /** Optional for people who came by a provider, in the browser that brought them. */
      password: z.optional(newPasswordField),
      locale: localeField,
      timeZone: timeZoneField,
      /** May be left out where no terms are published. */
      terms: z.optional(z.literal(true)),
      email: z.optional(emailField),
    }),
    result: signedIn,
    failures: { email_taken: 409, email_required: 400, sign_ups_full: 429, ...passwordFailures, ...linkFailures },
  }),
  requestReset: call({
    method: 'POST',
    path: '/api/reset-password',
    summary: 'Mails a link to set a new password. The answer never tells whether the address exists.',
    access: 'guest',
    body: z.strictObject({ email: emailField, challenge: botAnswer }),
    result: done,
    failures: botFailures,
  }),
  updatePassword: call({
    method: 'POST',
    path: '/api/update-password',
    summary: 'Sets a new password by a mailed link and ends every session.',
    access: 'all',
    body: z.strictObject({ token: linkToken, password: newPasswordField }),
    result: done,
    failures: { ...passwordFailures, ...linkFailures },
  }),

  profile: call({ method: 'GET', path: '/api/profile', summary: 'My profile.', access: 'user', result: profileView }),
  updateProfile: call({
    method: 'PATCH',
    path: '/api/profile',
    summary: 'Changes name, language or time zone.',
    access: 'user',
    body: z.strictObject({
      name: z.optional(nameField),
      locale: z.optional(localeField),
      timeZone: z.optional(timeZoneField),
      version: z.number(),
    }),
    result: profileView,
  }),
  changePassword: call({
    method: 'POST',
    path: '/api/profile/password',
    summary: 'Changes my password and ends my other sessions.',
    access: 'user',
    body: z.strictObject({ current: password, next: newPasswordField }),
    result: done,
    failures: { wrong_password: 400, ...passwordFailures },
  }),
  changeEmail: call({
    method: 'POST',
    path: '/api/profile/email',
    summary: 'Mails a link to the new address; it counts once it is proven. The old address is told. Needs a proof of who asks.',
    access: 'user',
    body: z.strictObject({ email: emailField }),
    result: done,
    failures: { proof_needed: 403, same_email: 400 },
  }),
  ...ownProfileCalls,
};
