import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Ltr } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { LinkButton } from '#kit/ui/link.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import { callQuery } from '#kit/ui/query/query.ts';
import type { LtiProgram } from '../lti.rules.ts';
import s from './lti.module.css';
import { ltiApi, platformQuery } from './lti-data.hook.ts';
import { ltiText } from './lti-text.hook.ts';
import { adviceOf } from './refusal-advice.hook.ts';

const everyFewSeconds = 3_000;

/** Waits until the platform opens the tool for the first time. */
export function FirstLaunch({ id }: { id: string }) {
  const say = ltiText();
  const query = useQuery({
    ...platformQuery(useApi(ltiApi), id),
    refetchInterval: ({ state }) => (state.data?.state === 'connected' ? false : everyFewSeconds),
  });
  const seen = query.data?.state === 'connected';
  return (
    <div className={s.form}>
      <p role="status" className={seen ? s.good : undefined}>
        {say(seen ? 'add.seen' : 'add.listen')}
      </p>
      <div className={s.acts}>
        <LinkButton size="md" variant={seen ? 'filled' : 'default'} to={`/lti/platforms/${id}`}>
          {say('add.done')}
        </LinkButton>
      </div>
    </div>
  );
}

function Registering({ id, url }: { id: string; url: string }) {
  const say = ltiText();
  const { lti } = useApi(ltiApi);
  const state = useQuery({
    ...callQuery({ area: 'user', name: 'lti.registration', call: lti.registration, input: { params: { id } } }),
    refetchInterval: ({ state: { data } }) => (data === undefined || data.state === 'waiting' ? everyFewSeconds : false),
  }).data;
  if (state?.state === 'done' && state.platformId !== null) return <FirstLaunch id={state.platformId} />;
  return (
    <>
      <p className="soft">{say('add.link')}</p>
      <span className={s.value}>
        <Ltr mono="mono">{url}</Ltr>
        <CopyButton text={url} />
      </span>
      {state?.state === 'expired' && <Banner hue="amber">{say('add.expired')}</Banner>}
      {state?.state === 'failed' && (
        <Banner hue="red">
          {state.refusal === null ? say('add.failed') : say(`advice.${adviceOf[state.refusal]}`, { value: '' })}
        </Banner>
      )}
    </>
  );
}

/** The address with which the platform registers itself. */
export function ByItself({ name, program }: { name: string; program: LtiProgram }) {
  const say = ltiText();
  const { lti } = useApi(ltiApi);
  const failureText = useFailureText(say);
  const [started, setStarted] = useState<{ id: string; url: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const start = async () => {
    setFailure(null);
    await lti
      .startRegistration({ body: { name, program } })
      .then(setStarted)
      .catch((error: unknown) => setFailure(failureText(error)));
  };
  return (
    <section className={s.card}>
      <p className="soft small">{say(`add.where.${program}`)}</p>
      {failure !== null && <Banner hue="red">{failure}</Banner>}
      {started === null ? (
        <Button size="md" variant="filled" onClick={() => void start()}>
          {say('add.connect')}
        </Button>
      ) : (
        <Registering {...started} />
      )}
    </section>
  );
}
