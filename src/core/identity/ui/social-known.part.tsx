import { IconLink } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { CardHead } from './card.part.tsx';
import { identityText } from './identity-text.hook.ts';
import type { SecondStepTicket } from './second-step.hook.ts';
import { SignInForm } from './sign-in-form.part.tsx';

const SecondStep = loadable(async () => (await import('./second-step.part.tsx')).SecondStep);

/** An account has that address: signing in to it here, in any way, links the provider. */
export function SignInFirst({ provider, email }: { provider: string; email: string }) {
  const say = identityText();
  const { rememberPath } = useAuth();
  const { pathname } = useLocation();
  const [second, setSecond] = useState<SecondStepTicket | null>(null);
  useEffect(() => rememberPath(`${pathname}?connect=1`), [rememberPath, pathname]);
  if (second !== null)
    return (
      <Suspense>
        <SecondStep second={second} onBack={() => setSecond(null)} />
      </Suspense>
    );
  return (
    <>
      <CardHead icon={IconLink} title={say('social.knownTitle')}>
        {say('social.knownLead', { provider, email })}
      </CardHead>
      <SignInForm onSecond={setSecond} email={email} />
    </>
  );
}
