import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Banner } from '#kit/ui/feedback.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import { Status } from '#kit/ui/status.tsx';
import type { LtiProgram } from '../lti.rules.ts';
import { CopyValue } from './key-values.part.tsx';
import s from './lti.module.css';
import { ltiApi, platformQuery } from './lti-data.hook.ts';
import { ltiText } from './lti-text.hook.ts';
import { adviceOf } from './refusal-advice.hook.ts';

const everyFewSeconds = 3_000;

/** The buttons of a step; `onBack` is null on the first one. */
export function StepActs({ onBack, children }: { onBack: (() => void) | null; children: ReactNode }) {
  const say = ltiText();
  return (
    <div className={s.acts}>
      {onBack !== null && (
        <Button size="md" variant="subtle" onClick={onBack}>
          {say('add.back')}
        </Button>
      )}
      {children}
    </div>
  );
}

/** What is awaited from the platform; turns green when it has come. */
const AwaitedLine = ({ state, children }: { state: 'waiting' | 'connected'; children: ReactNode }) => (
  <div role="status" className={s.awaited} data-state={state}>
    <span>{children}</span>
    <Status of={state} />
  </div>
);

/** Waits until the platform opens the tool for the first time. */
export function FirstLaunch({ id, platform }: { id: string; platform: string }) {
  const say = ltiText();
  const query = useQuery({
    ...platformQuery(useApi(ltiApi), id),
    refetchInterval: ({ state }) => (state.data?.state === 'connected' ? false : everyFewSeconds),
  });
  const seen = query.data?.state === 'connected';
  return (
    <>
      <AwaitedLine state={seen ? 'connected' : 'waiting'}>{say(seen ? 'add.seen' : 'add.listen', { platform })}</AwaitedLine>
      <div className={s.acts}>
        <LinkButton size="md" variant={seen ? 'filled' : 'default'} to={`/lti/platforms/${id}`}>
          {say('add.done')}
        </LinkButton>
      </div>
    </>
  );
}

export type StartedRegistration = { id: string; url: string };
type SelfRegistrationProps = {
  registration: StartedRegistration;
  program: LtiProgram;
  platform: string;
  onBack: () => void;
  onNext: (platformId: string) => void;
};
/** The address with which the platform registers itself, and the wait for it. */
export function SelfRegistration({ registration: { id, url }, program, platform, onBack, onNext }: SelfRegistrationProps) {
  const say = ltiText();
  const { lti } = useApi(ltiApi);
  const state = useQuery({
    ...callQuery({ area: 'user', name: 'lti.registration', call: lti.registration, input: { params: { id } } }),
    refetchInterval: ({ state: { data } }) => (data === undefined || data.state === 'waiting' ? everyFewSeconds : false),
  }).data;
  const platformId = state?.state === 'done' ? state.platformId : null;
  const isOpen = state === undefined || state.state === 'waiting';
  return (
    <>
      <section className={s.card} style={{ justifyItems: 'stretch' }}>
        <h2>{say('add.registerIn', { platform })}</h2>
        <p className="small strong">{say(`add.where.${program}`)}</p>
        <p className="soft small">{say(`add.register.${program}`)}</p>
        <CopyValue label={say('add.address')} text={url} />
        <p className="soft small">{say('add.link')}</p>
      </section>
      {state?.state === 'expired' && <Banner hue="amber">{say('add.expired')}</Banner>}
      {state?.state === 'failed' && (
        <Banner hue="red">
          {state.refusal === null ? say('add.failed') : say(`advice.${adviceOf[state.refusal]}`, { value: '' })}
        </Banner>
      )}
      {(isOpen || platformId !== null) && (
        <AwaitedLine state={platformId === null ? 'waiting' : 'connected'}>
          {say(platformId === null ? 'add.awaiting' : 'add.registered', { platform })}
        </AwaitedLine>
      )}
      <StepActs onBack={onBack}>
        <Button
          size="md"
          variant="filled"
          disabled={platformId === null}
          onClick={() => platformId !== null && onNext(platformId)}
        >
          {say('add.next')}
        </Button>
      </StepActs>
    </>
  );
}
