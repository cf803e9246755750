import { Button } from '@mantine/core';
import { IconClock, IconLinkOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { LinkButton } from '#kit/ui/link.tsx';
import { useTimeText } from '#kit/ui/time.tsx';
import type { LinkView } from '../links.contract.ts';
import { CardHead, Refused } from './card.part.tsx';
import { useIdentity } from './identity-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import type { FoundLink } from './link.hook.ts';
import s from './login.module.css';
import { useExplained } from './refusal.hook.ts';
import { Sent } from './sent.part.tsx';

const renewable: readonly LinkView['kind'][] = ['sign-up', 'invitation', 'registration'];

/** A link that does not work: why, and the way on. */
export function LinkTrouble({ found }: { found: FoundLink }) {
  const say = identityText();
  const when = useTimeText();
  if (found.state === 'expired')
    return found.view.kind === 'first-run' ? (
      <CardHead icon={IconClock} hue="amber" title={say('link.expiredTitle')}>
        {say('link.expiredFirstRun')}
      </CardHead>
    ) : (
      <Expired found={found} when={when(found.view.expiresAt, 'zoned')} />
    );
  const words = { missing: 'missing', unknown: 'unknown', used: 'used', good: 'unknown' } as const;
  const word = words[found.state];
  return (
    <>
      <CardHead icon={IconLinkOff} hue="amber" title={say(`link.${word}Title`)}>
        {say(`link.${word}`)}
      </CardHead>
      <WayOn found={found} />
    </>
  );
}

function WayOn({ found }: { found: FoundLink }) {
  const say = identityText();
  const { loggedIn } = useAuth();
  return (
    <div className={s.acts}>
      {loggedIn ? (
        <LinkButton to="/users/profile" variant="filled" size="md" fullWidth>
          {say('link.toProfile')}
        </LinkButton>
      ) : (
        <LinkButton to="/login" variant="filled" size="md" fullWidth>
          {say('link.toSignIn')}
        </LinkButton>
      )}
      {found.view?.kind === 'reset' && (
        <LinkButton to="/reset-password" size="md" fullWidth>
          {say('link.askReset')}
        </LinkButton>
      )}
    </div>
  );
}

type ExpiredLink = Extract<FoundLink, { view: LinkView }>;
/** What replaces a link that ran out depends on what it was for. */
function Expired({ found, when }: { found: ExpiredLink; when: string }) {
  const say = identityText();
  const identity = useIdentity();
  const explained = useExplained();
  const failureText = useFailureText(say);
  const [state, setState] = useState<{ at: 'start' | 'busy' | 'sent'; failure: string | null }>({ at: 'start', failure: null });
  const resend = async () => {
    await explained(() => identity.resendLink({ body: { token: found.token } }));
  };
  const first = async () => {
    setState({ at: 'busy', failure: null });
    await resend().then(
      () => setState({ at: 'sent', failure: null }),
      (error: unknown) => setState({ at: 'start', failure: failureText(error) }),
    );
  };
  if (state.at === 'sent') return <Sent resend={resend}>{say('sent.link')}</Sent>;
  return (
    <>
      <CardHead icon={IconClock} hue="amber" title={say('link.expiredTitle')}>
        {say('link.expired', { when })}
      </CardHead>
      <div className={s.acts}>
        <Refused text={state.failure} />
        {renewable.includes(found.view.kind) && (
          <Button variant="filled" size="md" fullWidth loading={state.at === 'busy'} onClick={() => void first()}>
            {say('link.resend')}
          </Button>
        )}
        {found.view.kind === 'reset' && (
          <LinkButton to="/reset-password" variant="filled" size="md" fullWidth>
            {say('link.askReset')}
          </LinkButton>
        )}
        {found.view.kind === 'email-change' && (
          <LinkButton to="/users/profile/edit" variant="filled" size="md" fullWidth>
            {say('link.askChange')}
          </LinkButton>
        )}
      </div>
    </>
  );
}
