import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Failure } from '#kit/errors.ts';
import type { AuthTrouble } from '#kit/ui/auth/auth-client.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useToast } from '#kit/ui/overlay/toast.tsx';
import { shellText } from './shell-text.ts';

/** These pass by themselves, and the call that needed the token says so where it was made. */
const passing = ['offline', 'unavailable', 'internal', 'too_many_requests'];

/** A toast for each trouble of the session. */
export function AuthToast({ trouble }: { trouble: AuthTrouble }) {
  const say = shellText();
  const failureText = useFailureText();
  const toast = useToast();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each trouble, in the words of that moment
  useEffect(() => {
    const { during, error } = trouble;
    if (during === 'user') toast({ icon: IconAlertTriangle, text: failureText(error) });
    else if (error instanceof Failure && !passing.includes(error.code))
      toast({ icon: IconAlertTriangle, text: say('auth.ended') });
  }, [trouble]);
  return null;
}
