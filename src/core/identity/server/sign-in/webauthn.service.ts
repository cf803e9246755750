/** Passkeys as WebAuthn sees them: what the browser is asked, and whether its answer holds. */
import * as z from 'zod/mini';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { TICKET_SECONDS } from '#core/identity/identity.rules.ts';
import {
  type OptionsToMake,
  type OptionsToUse,
  optionsToMake as make,
  optionsToUse as use,
} from '#core/identity/passkey-options.contract.ts';
import type { NewPasskey, UsedPasskey } from '#core/identity/safety.contract.ts';
import type { PasskeyRow } from '#core/identity/server/safety.table.ts';

// large, and most requests need none of it: loaded when a passkey is made or used
const webauthn = () => import('@simplewebauthn/server');

const timeout = TICKET_SECONDS * 1000;
const partyOf = (ctx: Ctx) => {
  const { hostname, origin } = new URL(siteUrl(ctx));
  return { rpID: hostname, origin };
};
const badPasskey = () => new Failure('bad_passkey');

type PasskeyPerson = { userId: string; email: string; name: string };
/** The person's handle is their id; it says nothing about them (WebAuthn 3 §14.6.1). */
const handleOf = (userId: string) => new TextEncoder().encode(userId);

const known = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export const transportsOf = (given: readonly string[]) => known.filter((one) => given.includes(one));
const listed = (keys: readonly PasskeyRow[]) =>
  keys.map((key) => ({ id: key.credentialId, transports: transportsOf(key.transports) }));

export async function optionsToAdd(ctx: Ctx, person: PasskeyPerson, existing: readonly PasskeyRow[]): Promise<OptionsToMake> {
  const { generateRegistrationOptions } = await webauthn();
  const asked = await generateRegistrationOptions({
    rpName: 'Atrium',
    rpID: partyOf(ctx).rpID,
    userID: handleOf(person.userId),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    timeout,
    excludeCredentials: listed(existing),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });
  return z.parse(make, asked);
}

/** Without `keys` any passkey of this site may answer. `holder`: whether the key has to check who holds it. */
type PasskeyUse = { keys: readonly PasskeyRow[]; holder: 'preferred' | 'required' };
export async function optionsToUse(ctx: Ctx, { keys, holder }: PasskeyUse): Promise<OptionsToUse> {
  const { generateAuthenticationOptions } = await webauthn();
  const asked = await generateAuthenticationOptions({
    rpID: partyOf(ctx).rpID,
    userVerification: holder,
    timeout,
    allowCredentials: listed(keys),
  });
  return z.parse(use, asked);
}

export type MadePasskey = Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'synced'>;

/** Throws `bad_passkey` unless the answer is to this challenge, at this site. */
export async function verifyNew(ctx: Ctx, response: NewPasskey, expectedChallenge: string): Promise<MadePasskey> {
  const { rpID, origin } = partyOf(ctx);
  const transports = transportsOf(response.response.transports ?? []);
  const { clientDataJSON, attestationObject } = response.response;
  const { id, rawId, type } = response;
  const { verifyRegistrationResponse } = await webauthn();
  // the library throws plain errors for every answer that does not hold
  const checked = await verifyRegistrationResponse({
    response: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
  }).catch(() => null);
  if (checked === null || !checked.verified) throw badPasskey();
  const { credential, credentialBackedUp } = checked.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports,
    synced: credentialBackedUp,
  };
}

export type PasskeyTouch = { counter: number; synced: boolean; holder: 'checked' | 'not checked' };

/** Throws `bad_passkey` unless this key answered this challenge at this site and its counter did not go back. */
export async function verifyUse(
  ctx: Ctx,
  response: UsedPasskey,
  of: { key: PasskeyRow; challenge: string },
): Promise<PasskeyTouch> {
  const { rpID, origin } = partyOf(ctx);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response.response;
  if (typeof userHandle === 'string' && userHandle !== Buffer.from(handleOf(of.key.userId)).toString('base64url'))
    throw badPasskey();
  const { id, rawId, type } = response;
  const { verifyAuthenticationResponse } = await webauthn();
  const checked = await verifyAuthenticationResponse({
    response: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, authenticatorData, signature } },
    expectedChallenge: of.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      id: of.key.credentialId,
      publicKey: Uint8Array.from(Buffer.from(of.key.publicKey, 'base64url')),
      counter: of.key.counter,
    },
    requireUserVerification: false,
  }).catch(() => null);
  if (checked === null || !checked.verified) throw badPasskey();
  const { newCounter, credentialBackedUp, userVerified } = checked.authenticationInfo;
  return { counter: newCounter, synced: credentialBackedUp, holder: userVerified ? 'checked' : 'not checked' };
}
