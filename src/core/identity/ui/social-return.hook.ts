import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { authFacts } from '#kit/facts.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useSocial } from './blocks/social-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import { pageWith } from './link.hook.ts';
import { useExplained } from './refusal.hook.ts';
import { type SecondStepTicket, secondOf } from './second-step.hook.ts';

/** Where somebody who came back stands. */
export type SocialReturnState =
  | { at: 'busy' }
  | { at: 'failed'; text: string }
  | { at: 'second'; second: SecondStepTicket }
  | { at: 'email' | 'known'; provider: string; email: string };

const settings = '/settings?tab=security';

/** Finishes what was begun at a provider, once, and tells where the person stands. The shell leads on after a sign-in. */
export function useReturn(): SocialReturnState {
  const say = identityText();
  const social = useSocial();
  const { accept, loggedIn } = useAuth();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const explained = useExplained();
  const failureText = useFailureText(say);
  const [standing, setStanding] = useState<SocialReturnState>({ at: 'busy' });
  const begun = useRef('');
  const finish = async (): Promise<void> => {
    const sent = new URLSearchParams(search);
    if (sent.has('connect')) {
      if (loggedIn) await social.connect();
      return void (await navigate(loggedIn ? settings : authFacts.redirects.callback, { replace: true }));
    }
    const part = (name: string) => sent.get(name) ?? undefined;
    const [code, iss, error] = [part('code'), part('iss'), part('error')];
    const body = {
      path: pathname,
      state: part('state') ?? '',
      ...(code === undefined ? {} : { code }),
      ...(iss === undefined ? {} : { iss }),
      ...(error === undefined ? {} : { error }),
    };
    const done = await social.finish({ body });
    if (done.session !== null) await accept(done.session.token);
    else if (done.registration !== null) await navigate(pageWith('registration', done.registration), { replace: true });
    else if (done.outcome === 'linked' || done.outcome === 'proven') await navigate(settings, { replace: true });
    else {
      const { step, provider, email } = await social.arrival();
      setStanding({ at: step, provider, email: email ?? '' });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a way back is finished once; what it needs is there from the start
  useEffect(() => {
    if (begun.current === search) return;
    begun.current = search;
    explained(finish).catch((error: unknown) => {
      const second = secondOf(error);
      setStanding(second === null ? { at: 'failed', text: failureText(error) } : { at: 'second', second });
    });
  }, [search]);
  return standing;
}
