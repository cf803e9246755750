import { Button } from '@mantine/core';
import { IconCircleCheck, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useSentText } from '#core/outbox/ui/blocks/mail-delivery.hook.ts';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { LinkButton } from '#kit/ui/link.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { useSafety } from './blocks/safety-api.hook.ts';
import { CardHead, Refused } from './card.part.tsx';
import { identityText } from './identity-text.hook.ts';
import { type FoundLink, findLink } from './link.hook.ts';
import { LinkTrouble } from './link-trouble.part.tsx';
import s from './login.module.css';
import { useExplained } from './refusal.hook.ts';

export const load = (context: LoadContext): Promise<FoundLink> => findLink(context);

type NotMeState = { at: 'start' | 'busy' | 'done'; done?: string; failure: string | null };
/** "It was not me", from a mail about a sign-in. Opening it changes nothing, its button does. */
export function Screen() {
  const found = useLoaded<typeof load>();
  const say = identityText();
  const safety = useSafety();
  const { loggedIn, logout } = useAuth();
  const explained = useExplained();
  const sentText = useSentText();
  const failureText = useFailureText(say);
  const [state, setState] = useState<NotMeState>({ at: 'start', failure: null });
  const email = found.view?.email ?? '';
  if (state.at === 'done')
    return (
      <>
        <CardHead icon={IconCircleCheck} hue="green" title={say('notMe.doneTitle')}>
          {state.done}
        </CardHead>
        <div className={s.acts}>
          {loggedIn ? (
            <Button variant="filled" size="md" fullWidth onClick={() => void logout()}>
              {say('link.toSignIn')}
            </Button>
          ) : (
            <LinkButton to="/login" variant="filled" size="md" fullWidth>
              {say('link.toSignIn')}
            </LinkButton>
          )}
        </div>
      </>
    );
  if (found.view === null || found.state !== 'good') return <LinkTrouble found={found} />;
  const end = async () => {
    setState({ at: 'busy', failure: null });
    await explained(() => safety.notMe({ body: { token: found.token } })).then(
      async () => setState({ at: 'done', done: await sentText(say('notMe.done', { email })), failure: null }),
      (error: unknown) => setState({ at: 'start', failure: failureText(error) }),
    );
  };
  return (
    <>
      <CardHead icon={IconShieldLock} hue="amber" title={say('notMe.title')}>
        {say('notMe.lead', { email })}
      </CardHead>
      <div className={s.acts}>
        <Refused text={state.failure} />
        <Button variant="filled" color="red" size="md" fullWidth loading={state.at === 'busy'} onClick={() => void end()}>
          {say('notMe.submit')}
        </Button>
      </div>
    </>
  );
}
