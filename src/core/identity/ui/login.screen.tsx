import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { Banner } from '#kit/ui/feedback.tsx';
import { Link } from '#kit/ui/link.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { identityApi } from './identity-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import s from './login.module.css';
import { SignInForm } from './sign-in-form.part.tsx';
import { SignUpForm } from './sign-up-form.part.tsx';

export const load = ({ api }: LoadContext) => api(identityApi).identity.signUpPolicy();

/** Sign in, or ask for an account. */
export function Screen() {
  const say = identityText();
  const { policy, domains, firstRun } = useLoaded<typeof load>();
  const [search, setSearch] = useSearchParams();
  const open = policy === 'open' || policy === 'domain' || policy === 'approval';
  const tab = open && search.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in';
  return (
    <>
      <h1 className={s.title}>{say(tab === 'sign-up' ? 'signUp.title' : 'login.title')}</h1>
      {firstRun && (
        <Banner hue="blue">
          <b>{say('firstRun.title')}</b> {say('firstRun.text')}
        </Banner>
      )}
      {open ? (
        <Tabs
          className={s.tabs}
          value={tab}
          onChange={(value) => setSearch(value === 'sign-up' ? { tab: 'sign-up' } : {}, { replace: true, preventScrollReset: true })}
        >
          <Tabs.List aria-label={say('login.tabs')}>
            <Tabs.Tab value="sign-in">{say('login.signIn')}</Tabs.Tab>
            <Tabs.Tab value="sign-up">{say('login.signUp')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="sign-in">
            <SignInForm />
          </Tabs.Panel>
          <Tabs.Panel value="sign-up">
            <SignUpForm policy={policy} domains={domains} />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <>
          <SignInForm />
          <p className={s.guest}>{say(policy === 'closed' ? 'signUp.closed' : 'signUp.invitation')}</p>
        </>
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
