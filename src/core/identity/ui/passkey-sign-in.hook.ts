import { useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useFailureText } from '#kit/ui/failure-text.ts';
import { askPasskey } from './blocks/passkey.hook.ts';
import { useSafety } from './blocks/safety-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import { useExplained } from './refusal.hook.ts';
import { type Second, secondOf } from './second-step.hook.ts';

/** Signing in by a passkey: alone, or as the second step of `ticket`. `onSecond` is told when a code is asked besides. */
export function usePasskeySignIn(ticket: string | null, onSecond?: (second: Second) => void) {
  const say = identityText();
  const safety = useSafety();
  const { accept } = useAuth();
  const failureText = useFailureText(say);
  const explained = useExplained();
  const [state, setState] = useState<{ busy: boolean; failure: string | null }>({ busy: false, failure: null });
  const go = async () => {
    setState({ busy: true, failure: null });
    try {
      const { token } = await explained(async () => {
        const asked = await safety.passkeyLoginOptions({ body: ticket === null ? {} : { ticket } });
        const response = await askPasskey(asked.options);
        return safety.passkeyLogin({ body: { ticket: asked.ticket, response } });
      });
      await accept(token);
      setState({ busy: false, failure: null });
    } catch (error) {
      const second = secondOf(error);
      if (second !== null) onSecond?.(second);
      setState({ busy: false, failure: second === null ? failureText(error) : null });
    }
  };
  return { ...state, go };
}
