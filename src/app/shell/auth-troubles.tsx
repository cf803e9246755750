import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Failure } from '#kit/errors.ts';
import type { Auth, AuthTrouble } from '#kit/ui/auth/auth-client.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { shellText } from './shell-text.ts';

/** These pass by themselves, and the call that needed the token says so where it was made. */
const passing = ['offline', 'unavailable', 'internal', 'too_many_requests'];

/** Says what went wrong with the session where nothing else says it: a form tells its own sign-in. */
export function AuthTroubles({ auth }: { auth: Pick<Auth, 'onError'> }) {
  const say = shellText();
  const failureText = useFailureText();
  const toast = useToast();
  const show = ({ during, error }: AuthTrouble) => {
    if (during === 'login') return;
    if (during === 'user') return toast({ icon: IconAlertTriangle, text: failureText(error) });
    if (error instanceof Failure && !passing.includes(error.code)) toast({ icon: IconAlertTriangle, text: say('auth.ended') });
  };
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => auth.onError((trouble) => latest.current(trouble)), [auth]);
  return null;
}
