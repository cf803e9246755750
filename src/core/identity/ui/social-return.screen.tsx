import { Loader } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { authFacts } from '#kit/facts.ts';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { loadable } from '#kit/ui/query/loadable.tsx';
import { CardHead } from './card.part.tsx';
import { identityText } from './identity-text.hook.ts';
import s from './login.module.css';
import { useReturn } from './social-return.hook.ts';

const SecondStep = loadable(async () => (await import('./second-step.part.tsx')).SecondStep);
const AskEmail = loadable(async () => (await import('./social-email.part.tsx')).AskEmail);
const SignInFirst = loadable(async () => (await import('./social-known.part.tsx')).SignInFirst);

/** The return address of every provider, for signing in, linking and proving. Nothing happens on the server: the browser finishes. */
export function Screen() {
  const say = identityText();
  const { loggedIn } = useAuth();
  const navigate = useNavigate();
  const standing = useReturn();
  if (standing.at === 'failed')
    return (
      <>
        <CardHead icon={IconAlertTriangle} hue="amber" title={say('social.failedTitle')}>
          <span role="alert">{standing.text}</span>
        </CardHead>
        <div className={s.acts}>
          <LinkButton
            to={loggedIn ? '/settings?tab=security' : authFacts.redirects.callback}
            variant="filled"
            size="md"
            fullWidth
          >
            {say(loggedIn ? 'social.toSettings' : 'second.back')}
          </LinkButton>
        </div>
      </>
    );
  if (standing.at === 'busy')
    return (
      <>
        <CardHead title={say('social.returnTitle')}>{say('social.return')}</CardHead>
        <div className={s.busy} role="status" aria-label={say('social.returnTitle')}>
          <Loader size="md" />
        </div>
      </>
    );
  return (
    <Suspense>
      {standing.at === 'second' && (
        <SecondStep second={standing.second} onBack={() => void navigate(authFacts.redirects.callback)} />
      )}
      {standing.at === 'email' && <AskEmail provider={standing.provider} email={standing.email} />}
      {standing.at === 'known' && <SignInFirst provider={standing.provider} email={standing.email} />}
    </Suspense>
  );
}
