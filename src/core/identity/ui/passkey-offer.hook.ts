import { useEffect, useRef } from 'react';
import { useSafety } from './blocks/safety-api.hook.ts';
import type { PasskeyAnswer } from './passkey-sign-in.hook.ts';

/**
 * Offers the passkeys of this browser in the field that is marked `webauthn`, as long as the form waits for somebody. `resting`: it is at
 * work or another way is, so nothing is offered; what was is withdrawn.
 */
export function usePasskeyOffer({ resting, take }: { resting: boolean; take: (answered: PasskeyAnswer) => Promise<void> }): void {
  const { passkeyLoginOptions } = useSafety();
  const now = useRef({ take, passkeyLoginOptions });
  useEffect(() => {
    now.current = { take, passkeyLoginOptions };
  });
  useEffect(() => {
    if (resting) return;
    const leave = new AbortController();
    const { signal } = leave;
    const offer = async () => {
      const { takenPasskey } = await import('./passkey-offering.hook.ts');
      const answered = await takenPasskey(signal, now.current.passkeyLoginOptions);
      if (answered !== null) await now.current.take(answered);
    };
    // it is an offer beside the button, which tells what is wrong
    offer().catch(() => undefined);
    return () => leave.abort();
  }, [resting]);
}
