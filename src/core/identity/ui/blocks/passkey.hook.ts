import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { useSyncExternalStore } from 'react';
import { Failure } from '#kit/errors.ts';
import type { OptionsToMake, OptionsToUse } from '../../passkey-options.contract.ts';
import type { NewPasskey, UsedPasskey } from '../../safety.contract.ts';

/** Why this page cannot ask for a passkey; null when it can. Browsers offer them to secure addresses only. */
export type PasskeyTrouble = 'insecure' | 'unsupported';
export function troubleNow(): PasskeyTrouble | null {
  if (!window.isSecureContext) return 'insecure';
  return 'PublicKeyCredential' in window ? null : 'unsupported';
}

const never = () => () => {};
/** `unknown` until the page is alive. */
export const usePasskeyTrouble = (): PasskeyTrouble | 'unknown' | null =>
  useSyncExternalStore(never, troubleNow, () => 'unknown' as const);

/** What the browser says when nothing came of it, as a failure with words. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return new Failure('passkey_cancelled');
  if (error.name === 'InvalidStateError') return new Failure('passkey_known');
  return new Failure('passkey_failed');
}

async function asked<T>(run: () => Promise<T>): Promise<T> {
  if (troubleNow() !== null) throw new Failure(`passkey_${troubleNow()}`);
  try {
    return await run();
  } catch (error) {
    throw explained(error);
  }
}

/** Asks the browser for a passkey that is there. Throws `Failure` when the person turned away. */
export async function askPasskey(optionsJSON: OptionsToUse): Promise<UsedPasskey> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const given: AuthenticationResponseJSON = await asked(() => startAuthentication({ optionsJSON }));
  return {
    ...given,
    authenticatorAttachment: given.authenticatorAttachment ?? null,
    response: { ...given.response, userHandle: given.response.userHandle ?? null },
    clientExtensionResults: { ...given.clientExtensionResults },
  };
}

/** Lets the browser make a passkey. Throws `Failure` when the person turned away or has one on this device. */
export async function makePasskey(optionsJSON: OptionsToMake): Promise<NewPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const given = await asked(() => startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject, transports } = given.response;
  return {
    id: given.id,
    rawId: given.rawId,
    type: given.type,
    authenticatorAttachment: given.authenticatorAttachment ?? null,
    clientExtensionResults: { ...given.clientExtensionResults },
    response: { clientDataJSON, attestationObject, ...(transports === undefined ? {} : { transports }) },
  };
}
