import { useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { askPasskey } from './blocks/passkey.hook.ts';
import { useSafety } from './blocks/safety-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import { useExplained } from './refusal.hook.ts';
import type { UsedPasskey } from '../safety.contract.ts';
import { type SecondStepTicket, secondOf } from './second-step.hook.ts';

/** What a passkey answered, and to which question. */
export type PasskeyAnswer = { ticket: string; response: UsedPasskey };

/** Signing in by a passkey: alone, or as the second step of `ticket`. `onSecond` is called when a code is required besides. */
export function usePasskeySignIn(ticket: string | null, onSecond?: (second: SecondStepTicket) => void) {
  const say = identityText();
  const safety = useSafety();
  const { accept } = useAuth();
  const failureText = useFailureText(say);
  const explained = useExplained();
  const [state, setState] = useState<{ busy: boolean; failure: string | null }>({ busy: false, failure: null });
  const enter = async (answered: () => Promise<PasskeyAnswer>) => {
    setState({ busy: true, failure: null });
    try {
      const { token } = await explained(async () => safety.passkeyLogin({ body: await answered() }));
      // busy until the shell has led on: nothing more is offered after signing in
      await accept(token);
    } catch (error) {
      const second = secondOf(error);
      if (second !== null) onSecond?.(second);
      setState({ busy: false, failure: second === null ? failureText(error) : null });
    }
  };
  const go = () =>
    enter(async () => {
      const asked = await safety.passkeyLoginOptions({ body: ticket === null ? {} : { ticket } });
      return { ticket: asked.ticket, response: await askPasskey(asked.options) };
    });
  /** With one that the browser offered in the field. */
  const take = (answered: PasskeyAnswer) => enter(() => Promise.resolve(answered));
  return { ...state, go, take };
}
