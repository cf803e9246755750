/** Offering passkeys in a field, in a file of its own: nothing of it is needed before the page is alive. */
import { base64URLStringToBuffer, bufferToBase64URLString } from '@simplewebauthn/browser';
import { TICKET_SECONDS } from '../identity.rules.ts';
import type { OptionsToUse } from '../passkey-options.contract.ts';
import type { UsedPasskey } from '../safety.contract.ts';
import { troubleNow } from './blocks/passkey.hook.ts';
import type { useSafety } from './blocks/safety-api.hook.ts';
import type { PasskeyAnswer } from './passkey-sign-in.hook.ts';

/** Whether this browser can offer passkeys among what it knows for a field. */
async function canOfferPasskey(): Promise<boolean> {
  if (troubleNow() !== null || !('isConditionalMediationAvailable' in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable();
}

/**
 * Offers passkeys in the field that is marked `webauthn`, until somebody takes one or `signal` ends it. Null when nobody took one. It keeps to
 * a signal of its own: the library has one for the whole page, which a later question by button takes away without waiting.
 */
async function offerPasskey(options: OptionsToUse, signal: AbortSignal): Promise<UsedPasskey | null> {
  const { challenge, allowCredentials: _all, ...rest } = options;
  if (signal.aborted) return null;
  const given = await navigator.credentials
    .get({ mediation: 'conditional', signal, publicKey: { ...rest, challenge: base64URLStringToBuffer(challenge) } })
    // turned away, ended by the signal, or not allowed here: the button tells more
    .catch(() => null);
  if (!(given instanceof PublicKeyCredential) || !(given.response instanceof AuthenticatorAssertionResponse)) return null;
  const { clientDataJSON, authenticatorData, signature, userHandle } = given.response;
  return {
    id: given.id,
    rawId: bufferToBase64URLString(given.rawId),
    type: 'public-key',
    authenticatorAttachment: given.authenticatorAttachment,
    clientExtensionResults: { ...given.getClientExtensionResults() },
    response: {
      clientDataJSON: bufferToBase64URLString(clientDataJSON),
      authenticatorData: bufferToBase64URLString(authenticatorData),
      signature: bufferToBase64URLString(signature),
      userHandle: userHandle === null ? null : bufferToBase64URLString(userHandle),
    },
  };
}

/** A new question is asked before the ticket of the last one runs out. */
const renewMs = (TICKET_SECONDS - 30) * 1000;
/** After an hour or so nobody comes any more. */
const mostRounds = 12;

/** Waits until somebody looks at the page. */
const seen = (signal: AbortSignal) =>
  new Promise<void>((done) => {
    if (!document.hidden || signal.aborted) return done();
    const over = () => {
      document.removeEventListener('visibilitychange', over);
      signal.removeEventListener('abort', over);
      done();
    };
    document.addEventListener('visibilitychange', over);
    signal.addEventListener('abort', over);
  });

type PasskeyOptionsRequest = ReturnType<typeof useSafety>['passkeyLoginOptions'];
/** One round; null when nobody took one before it was over. */
async function round(signal: AbortSignal, ask: PasskeyOptionsRequest): Promise<PasskeyAnswer | null> {
  const { options, ticket } = await ask({ body: {} });
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, renewMs);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  const response = await offerPasskey(options, over.signal);
  clearTimeout(timer);
  signal.removeEventListener('abort', end);
  return response === null ? null : { ticket, response };
}

/** Asks and offers until somebody takes one or `signal` ends it; null when nobody did. */
export async function takenPasskey(signal: AbortSignal, ask: PasskeyOptionsRequest): Promise<PasskeyAnswer | null> {
  if (!(await canOfferPasskey())) return null;
  for (let n = 0; n < mostRounds && !signal.aborted; n += 1) {
    const begun = Date.now();
    const answered = await round(signal, ask);
    if (signal.aborted) return null;
    // refused at once: it will be so again
    if (answered !== null || Date.now() - begun < 1000) return answered;
    await seen(signal);
  }
  return null;
}
