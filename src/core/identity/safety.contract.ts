/** The second factor, passkeys and proof before sensitive changes. Times are epoch milliseconds. */
import * as z from 'zod/mini';
import { authPaths } from '#kit/facts.ts';
import { call } from '#kit/contract.ts';
import { signedIn } from './identity.contract.ts';
import { optionsToMake, optionsToUse } from './passkey-options.contract.ts';
import { CODE_MAX, PASSKEY_NAME_MAX, PASSWORD_MAX } from './identity.rules.ts';

const done = z.object({});
const ticketField = z.string().check(z.regex(/^[\w-]{20,200}$/));
/** Six digits of the app, or a recovery code; spaces and dashes do not count. */
const codeField = z.string().check(z.trim(), z.minLength(1), z.maxLength(CODE_MAX));
const passkeyName = z.string().check(z.trim(), z.minLength(1), z.maxLength(PASSKEY_NAME_MAX));
const base64url = (most: number) => z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[\w-]+$/));
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') } as const;
const extensions = {
  clientExtensionResults: z.optional(z.looseObject({})),
  authenticatorAttachment: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
};
/** What the browser answers when a passkey was made, and when one was used. */
const newPasskey = z.looseObject({
  ...credential,
  ...extensions,
  response: z.looseObject({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(40_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
});
const usedPasskey = z.looseObject({
  ...credential,
  ...extensions,
  response: z.looseObject({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(4000),
    userHandle: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  }),
});
export type NewPasskey = z.infer<typeof newPasskey>;
export type UsedPasskey = z.infer<typeof usedPasskey>;

const until = z.object({ until: z.number() });
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
const proof = { proof_needed: 403 } as const;
const suspended = { user_suspended: 403, account_suspended: 403, way_not_allowed: 403 } as const;

/** What a person may answer the second step with. */
export const secondWay = z.enum(['totp', 'recovery', 'passkey']);
export type SecondWay = z.infer<typeof secondWay>;

export const securityEvent = z.object({
  id: z.string(),
  at: z.number(),
  /** Name of the audit entry, such as `identity.signed-in`. */
  action: z.string(),
  address: z.nullable(z.string()),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
});
export type SecurityEvent = z.infer<typeof securityEvent>;

export const passkeyView = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.number(),
  lastUsedAt: z.nullable(z.number()),
  /** Whether the maker's account carries it to other devices. */
  synced: z.boolean(),
});
export type Passkey = z.infer<typeof passkeyView>;

export const securityView = z.object({
  password: z.object({ changedAt: z.nullable(z.number()), set: z.boolean() }),
  /** From when on the account asks for a second factor, while this person has none; null = it does not, or they have one. */
  secondFactorFrom: z.nullable(z.number()),
  totp: z.nullable(z.object({ since: z.number(), lastUsedAt: z.nullable(z.number()) })),
  recovery: z.nullable(z.object({ left: z.number(), madeAt: z.number() })),
  passkeys: z.array(passkeyView),
  /** Until when this session may change factors; null = it has to prove first. */
  provenUntil: z.nullable(z.number()),
  /** The newest twenty. */
  events: z.array(securityEvent),
});
export type SecurityView = z.infer<typeof securityView>;

export const safetyCalls = {
  security: call({
    method: 'GET',
    path: '/api/security',
    summary: 'What lets me in, and what happened lately.',
    access: 'user',
    result: securityView,
  }),
  prove: call({
    method: 'POST',
    path: '/api/security/prove',
    summary: 'Proves who is there for ten minutes: by a code where there is a second factor or by the password.',
    access: 'user',
    body: z.strictObject({
      password: z.optional(z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX))),
      code: z.optional(codeField),
    }),
    result: until,
    failures: { wrong_password: 400, wrong_code: 400 },
  }),
  proveOptions: call({
    method: 'POST',
    path: '/api/security/prove/passkey/options',
    summary: 'Asks the browser for one of my passkeys as proof.',
    access: 'user',
    result: z.object({ options: optionsToUse }),
  }),
  proveByPasskey: call({
    method: 'POST',
    path: '/api/security/prove/passkey',
    summary: 'Proves who is there for ten minutes by a passkey that checks its holder.',
    access: 'user',
    body: z.strictObject({ response: usedPasskey }),
    result: until,
    failures: { bad_passkey: 400, passkey_unchecked: 400 },
  }),
  totpBegin: call({
    method: 'POST',
    path: '/api/security/totp',
    summary: 'Makes the secret of an authenticator app. It counts once it is confirmed.',
    access: 'user',
    result: z.object({ secret: z.string(), uri: z.string() }),
    failures: proof,
  }),
  totpConfirm: call({
    method: 'POST',
    path: '/api/security/totp/confirm',
    summary: 'Turns the authenticator app on by its first code, gives recovery codes and ends my other sessions.',
    access: 'user',
    body: z.strictObject({ code: codeField }),
    result: recoveryCodes,
    failures: { ...proof, wrong_code: 400 },
  }),
  totpRemove: call({
    method: 'POST',
    path: '/api/security/totp/remove',
    summary: 'Turns the authenticator app off and ends my other sessions.',
    access: 'user',
    result: done,
    failures: proof,
  }),
  recoveryRenew: call({
    method: 'POST',
    path: '/api/security/recovery',
    summary: 'Makes ten new recovery codes; the old ones stop counting and my other sessions end.',
    access: 'user',
    result: recoveryCodes,
    failures: proof,
  }),
  passkeyOptions: call({
    method: 'POST',
    path: '/api/security/passkeys/options',
    summary: 'Asks the browser to make a passkey.',
    access: 'user',
    result: z.object({ options: optionsToMake }),
    failures: proof,
  }),
  addPasskey: call({
    method: 'POST',
    path: '/api/security/passkeys',
    summary: 'Keeps a passkey that the browser made and ends my other sessions.',
    access: 'user',
    body: z.strictObject({ name: passkeyName, response: newPasskey }),
    result: z.object({ id: z.string() }),
    failures: { ...proof, bad_passkey: 400 },
  }),
  renamePasskey: call({
    method: 'PATCH',
    path: '/api/security/passkeys/{id}',
    summary: 'Renames one of my passkeys.',
    access: 'user',
    params: z.object({ id: z.string() }),
    body: z.strictObject({ name: passkeyName }),
    result: done,
  }),
  removePasskey: call({
    method: 'POST',
    path: '/api/security/passkeys/{id}/remove',
    summary: 'Removes one of my passkeys and ends my other sessions. The last way in stays.',
    access: 'user',
    params: z.object({ id: z.string() }),
    result: done,
    failures: { ...proof, last_way_in: 409 },
  }),
  notMe: call({
    method: 'POST',
    path: '/api/not-me',
    summary: 'By the link of a mail: signs the person out everywhere, closes the password and mails a link for a new one.',
    access: 'all',
    body: z.strictObject({ token: ticketField }),
    result: done,
    failures: { link_unknown: 404, link_expired: 410, link_used: 410 },
  }),
  loginSecond: call({
    method: 'POST',
    path: `${authPaths.login}/second`,
    summary: 'Second step of a sign-in: the code of the app or a recovery code.',
    access: 'guest',
    body: z.strictObject({ ticket: ticketField, code: codeField }),
    result: signedIn,
    failures: { wrong_code: 400, ticket_expired: 410, ...suspended },
  }),
  passkeyLoginOptions: call({
    method: 'POST',
    path: `${authPaths.login}/passkey/options`,
    summary: 'Asks the browser for a passkey to sign in with; with the ticket of a password it is the second step.',
    access: 'guest',
    body: z.strictObject({ ticket: z.optional(ticketField) }),
    result: z.object({ options: optionsToUse, ticket: z.string() }),
    failures: { ticket_expired: 410 },
  }),
  passkeyLogin: call({
    method: 'POST',
    path: `${authPaths.login}/passkey`,
    summary: 'Signs in by a passkey. One that did not check its holder is followed by the second step.',
    access: 'guest',
    body: z.strictObject({ ticket: ticketField, response: usedPasskey }),
    result: signedIn,
    failures: { bad_passkey: 400, ticket_expired: 410, second_factor: 401, ...suspended },
  }),
};
