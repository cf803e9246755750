/** Launches with a consumer key and a shared secret: LTI 1.1, signed as OAuth 1.0a says (RFC 5849 §3.4). */
import * as z from 'zod/mini';
import { textIn } from '#kit/lenient.ts';
import { claimNames, type LaunchClaims, type LaunchRefusal, missingClaim, readClaims } from './launch.rules.ts';
import { keyLaunchSeconds } from './lti.rules.ts';

const parameters = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
/** Every pair that was sent, repeated names too: all of them are signed. */
export type SentParameters = readonly (readonly [string, string])[];

export function parametersIn(body: unknown, query: SentParameters): SentParameters | null {
  const form = z.safeParse(parameters, body);
  if (!form.success) return null;
  const posted = Object.entries(form.data).flatMap(([name, values]) => [values].flat().map((value) => [name, value] as const));
  return [...posted, ...query];
}

const percent = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const inOrder = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** RFC 5849 §3.4.1: what the signature is made of; `address` is without a query. */
export function signatureBase(address: string, sent: SentParameters): string {
  const pairs = sent
    .filter(([name]) => name !== 'oauth_signature')
    .map(([name, value]) => [percent(name), percent(value)] as const)
    .sort(([name, value], [otherName, otherValue]) => inOrder(name, otherName) || inOrder(value, otherValue));
  const all = pairs.map(([name, value]) => `${name}=${value}`).join('&');
  return ['POST', percent(address), percent(all)].join('&');
}
/** RFC 5849 §3.4.2: there is no token, whose secret would follow. */
export const signatureKey = (secret: string): string => `${percent(secret)}&`;

const word = z.string().check(z.minLength(1), z.maxLength(255));
const signed = z.object({
  oauth_consumer_key: word,
  oauth_signature_method: word,
  oauth_timestamp: z.string().check(z.regex(/^\d{1,12}$/)),
  oauth_nonce: word,
  oauth_signature: word,
});
export type KeyLaunch = z.infer<typeof signed> & { fields: Readonly<Record<string, string>> };

/** What the signature needs, once it is there; a name that was sent twice counts as it came last. */
export function keyLaunchIn(sent: SentParameters): KeyLaunch | LaunchRefusal {
  const fields = Object.fromEntries(sent);
  const read = z.safeParse(signed, fields);
  return read.success ? { ...read.data, fields } : missingClaim(String(read.error.issues[0]?.path[0] ?? ''));
}

export function timeTrouble(launch: KeyLaunch, now: number): LaunchRefusal | null {
  const age = now - Number(launch.oauth_timestamp);
  if (age > keyLaunchSeconds) return { refusal: 'expired' };
  return age < -keyLaunchSeconds ? { refusal: 'not_yet_valid' } : null;
}

/** The same claims that a token of LTI 1.3 would carry; call it when the signature is good. */
export function claimsOfKeyLaunch({ fields, ...launch }: KeyLaunch, issuer: string): { claims: LaunchClaims } | LaunchRefusal {
  if (fields['lti_message_type'] !== 'basic-lti-launch-request')
    return { refusal: 'message_unsupported', value: fields['lti_message_type'] ?? '' };
  if (fields['lti_version'] !== 'LTI-1p0') return { refusal: 'version_unsupported', value: fields['lti_version'] ?? '' };
  for (const name of ['resource_link_id', 'user_id']) if (textIn(fields[name]) === null) return missingClaim(name);
  const at = Number(launch.oauth_timestamp);
  return readClaims({
    ...{ iss: issuer, aud: launch.oauth_consumer_key, iat: at, exp: at + keyLaunchSeconds, sub: fields['user_id'] },
    name: fields['lis_person_name_full'],
    given_name: fields['lis_person_name_given'],
    family_name: fields['lis_person_name_family'],
    email: fields['lis_person_contact_email_primary'],
    [claimNames.messageType]: 'LtiResourceLinkRequest',
    [claimNames.link]: { id: fields['resource_link_id'], title: fields['resource_link_title'] },
    [claimNames.context]: { id: fields['context_id'], title: fields['context_title'], label: fields['context_label'] },
    [claimNames.roles]: fields['roles'],
    [claimNames.presentation]: { locale: fields['launch_presentation_locale'] },
  });
}
