import { Tabs } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ResultIn } from '#kit/contract.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { track } from '#kit/ui/track.ts';
import type { identityCalls } from '../identity.contract.ts';
import { socialApi } from './blocks/social-api.hook.ts';
import { identityApi, useIdentity } from './identity-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import s from './login.module.css';
import { useBotProof } from './blocks/bot-proof.hook.ts';
import type { SecondStepTicket } from './second-step.hook.ts';
import { SignInForm } from './sign-in-form.part.tsx';

const signUpTab = 'sign-up';
const SignUpForm = loadable(async () => (await import('./sign-up-form.part.tsx')).SignUpForm);
const Sent = loadable(async () => (await import('./sent.part.tsx')).Sent);
const SocialButtons = loadable(async () => (await import('./social-buttons.part.tsx')).SocialButtons);

export const load = async ({ api, url }: LoadContext) => {
  const [policy, { items: providers }] = await Promise.all([
    api(identityApi).identity.signUpPolicy(),
    api(socialApi).social.providers(),
  ]);
  if (providers.length > 0) await SocialButtons.preload();
  if (url.searchParams.get('tab') === signUpTab) await SignUpForm.preload();
  return { ...policy, providers };
};
const SecondStep = loadable(async () => (await import('./second-step.part.tsx')).SecondStep);

type SignUpPolicy = ResultIn<typeof identityCalls.signUpPolicy>;

/** Sign in, or ask for an account. */
export function Screen() {
  const say = identityText();
  const { policy, domains, firstRun, providers } = useLoaded<typeof load>();
  const ask = useSignUp();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [second, setSecond] = useState<SecondStepTicket | null>(null);
  const [search] = useSearchParams();
  const open = policy === 'open' || policy === 'domain' || policy === 'approval';
  if (sentTo !== null)
    return (
      <Suspense>
        <Sent resend={() => ask(sentTo)} onOther={() => setSentTo(null)}>
          {say('sent.signUp', { email: sentTo })}
        </Sent>
      </Suspense>
    );
  if (second !== null)
    return (
      <Suspense>
        <SecondStep second={second} onBack={() => setSecond(null)} />
      </Suspense>
    );
  return (
    <>
      <h1 className={s.title}>{say(open && search.get('tab') === signUpTab ? 'signUp.title' : 'login.title')}</h1>
      {firstRun && (
        <Banner hue="blue">
          <b>{say('firstRun.title')}</b> {say('firstRun.text')}
        </Banner>
      )}
      {open ? (
        <Doors policy={policy} domains={domains} ask={ask} onSent={setSentTo} onSecond={setSecond} />
      ) : (
        <>
          <SignInForm onSecond={setSecond} />
          <p className={s.guest}>{say(policy === 'closed' ? 'signUp.closed' : 'signUp.invitation')}</p>
        </>
      )}
      {providers.length > 0 && (
        <Suspense>
          <SocialButtons providers={providers} />
        </Suspense>
      )}
      <p className={s.guest}>
        {say.rich('login.guest', {
          code: (words) => (
            <Link to="/m" className="link">
              {words}
            </Link>
          ),
        })}
      </p>
    </>
  );
}

function useSignUp(): (email: string) => Promise<void> {
  const { locale } = useReader();
  const identity = useIdentity();
  const prove = useBotProof();
  return async (email) => {
    await identity.signUp({ body: { email, locale, challenge: await prove('sign_up') } });
    track('sign_up_start');
  };
}

type DoorsProps = Pick<SignUpPolicy, 'policy' | 'domains'> & {
  ask: (email: string) => Promise<void>;
  onSent: (email: string) => void;
} & {
  onSecond: (second: SecondStepTicket) => void;
};
/** Both forms stay as they are while one looks at the other; the address tells which one is open. */
function Doors({ policy, domains, ask, onSent, onSecond }: DoorsProps) {
  const say = identityText();
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === signUpTab ? signUpTab : 'sign-in';
  const [shown, setShown] = useState(tab === signUpTab);
  if (tab === signUpTab && !shown) setShown(true);
  const show = (next: string | null) =>
    setSearch(next === signUpTab ? { tab: next } : {}, { replace: true, preventScrollReset: true });
  return (
    <Tabs className={s.tabs} value={tab} onChange={show}>
      <Tabs.List aria-label={say('login.tabs')}>
        <Tabs.Tab value="sign-in">{say('login.signIn')}</Tabs.Tab>
        <Tabs.Tab value={signUpTab}>{say('login.signUp')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="sign-in">
        <SignInForm onSecond={onSecond} />
      </Tabs.Panel>
      <Tabs.Panel value={signUpTab}>
        {shown && (
          <Suspense>
            <SignUpForm policy={policy} domains={domains} ask={ask} onSent={onSent} />
          </Suspense>
        )}
      </Tabs.Panel>
    </Tabs>
  );
}
