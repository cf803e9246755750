import { Button } from '@mantine/core';
import { IconCircleCheck, IconMailCheck, IconUserCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { LinkButton } from '#kit/ui/link.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import type { LinkView } from '../links.contract.ts';
import { CardHead, Refused } from './card.part.tsx';
import { useIdentity } from './identity-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import { type FoundLink, findLink, pageWith } from './link.hook.ts';
import { LinkTrouble } from './link-trouble.part.tsx';
import s from './login.module.css';
import { useExplained } from './refusal.hook.ts';

export const load = (context: LoadContext): Promise<FoundLink> => findLink(context);

/** Where the link of a mail leads. Opening it changes nothing, because mail scanners open links too; its button does. */
export function Screen() {
  const found = useLoaded<typeof load>();
  const { user } = useAuth();
  if (found.view === null || found.state !== 'good') return <LinkTrouble found={found} />;
  if (user !== null && found.view.kind === 'sign-up') return <OtherPerson name={user.name} email={found.view.email ?? ''} />;
  return <Confirm token={found.token} view={found.view} />;
}

/** Confirms, then goes on with the registration or tells that a changed address counts. */
function useConfirm(token: string) {
  const say = identityText();
  const identity = useIdentity();
  const { loggedIn, fetchUser } = useAuth();
  const explained = useExplained();
  const failureText = useFailureText(say);
  const navigate = useNavigate();
  const [state, setState] = useState<{ at: 'start' | 'busy' | 'changed'; failure: string | null }>({
    at: 'start',
    failure: null,
  });
  const confirm = async () => {
    setState({ at: 'busy', failure: null });
    try {
      const { registration } = await explained(() => identity.confirmEmail({ body: { token } }));
      if (registration !== null) return await navigate(pageWith('registration', registration), { replace: true });
      if (loggedIn) await fetchUser();
      setState({ at: 'changed', failure: null });
    } catch (error) {
      setState({ at: 'start', failure: failureText(error) });
    }
  };
  return { ...state, confirm };
}

function Confirm({ token, view }: { token: string; view: LinkView }) {
  const say = identityText();
  const { loggedIn } = useAuth();
  const { at, failure, confirm } = useConfirm(token);
  const email = `\u2066${view.email ?? ''}\u2069`;
  if (at === 'changed')
    return (
      <>
        <CardHead icon={IconCircleCheck} hue="green" title={say('verify.changedTitle')}>
          {say('verify.changed', { email })}
        </CardHead>
        <div className={s.acts}>
          <LinkButton to={loggedIn ? '/users/profile' : '/login'} variant="filled" size="md" fullWidth>
            {say(loggedIn ? 'link.toProfile' : 'link.toSignIn')}
          </LinkButton>
        </div>
      </>
    );
  return (
    <>
      <CardHead icon={IconMailCheck} title={say('verify.title')}>
        {say(view.kind === 'email-change' ? 'verify.change' : 'verify.signUp', { email })}
      </CardHead>
      <div className={s.acts}>
        <Refused text={failure} />
        <Button variant="filled" size="md" fullWidth loading={at === 'busy'} onClick={() => void confirm()}>
          {say('verify.confirm')}
        </Button>
      </div>
    </>
  );
}

/** The link is for a new account, and somebody is signed in here already. */
function OtherPerson({ name, email }: { name: string; email: string }) {
  const say = identityText();
  const { logout } = useAuth();
  return (
    <>
      <CardHead icon={IconUserCircle} title={say('verify.otherTitle', { name })}>
        {say('verify.other', { email: `\u2066${email}\u2069` })}
      </CardHead>
      <div className={s.acts}>
        <Button variant="filled" size="md" fullWidth onClick={() => void logout()}>
          {say('verify.logOut')}
        </Button>
        <LinkButton to="/dashboard" size="md" fullWidth>
          {say('verify.stay', { name })}
        </LinkButton>
      </div>
    </>
  );
}
