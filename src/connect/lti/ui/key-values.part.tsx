import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Ltr, Panel } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useAsk } from '#kit/ui/overlay/ask.tsx';
import { useApi } from '#kit/ui/query/api.tsx';
import type { LtiPlatformDetail } from '../lti.contract.ts';
import s from './lti.module.css';
import { ltiApi, overviewQuery, useLtiRefresh } from './lti-data.hook.ts';
import { ltiText } from './lti-text.hook.ts';

export function CopyValue({ label, text }: { label: string; text: string }) {
  return (
    <div className={s.two} style={{ justifyItems: 'stretch' }}>
      <span className="small strong">{label}</span>
      <span className={s.value}>
        <Ltr mono="mono">{text}</Ltr>
        <CopyButton text={text} look="icon" label={label} />
      </span>
    </div>
  );
}

/** What a platform of LTI 1.1 is given; `secret` is null where it was shown before. */
export function KeyValues({ consumerKey, secret }: { consumerKey: string; secret: string | null }) {
  const say = ltiText();
  const address = useQuery(overviewQuery(useApi(ltiApi))).data?.addresses.keyLaunch ?? '';
  return (
    <>
      <CopyValue label={say('value.keyLaunch')} text={address} />
      <CopyValue label={say('value.consumerKey')} text={consumerKey} />
      {secret !== null && <CopyValue label={say('value.secret')} text={secret} />}
      {secret !== null && <Banner hue="amber">{say('byKey.once')}</Banner>}
    </>
  );
}

/** The values of a connected platform, and a new secret for one that was lost. */
export function PlatformKey({ platform }: { platform: LtiPlatformDetail }) {
  const say = ltiText();
  const { lti } = useApi(ltiApi);
  const ask = useAsk();
  const failureText = useFailureText(say);
  const [secret, setSecret] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { id, name, clientId } = platform;
  const renew = async () => {
    const question = { title: say('byKey.renewAsk', { name }), lead: say('byKey.renewLead') };
    if (!(await ask({ ...question, verb: say('byKey.renew'), safe: say('test.cancel') }))) return;
    setFailure(null);
    try {
      // a page that reads the new version would forget the secret that is shown here
      const { version } = await lti.platform({ params: { id } });
      setSecret((await lti.renewSecret({ params: { id }, body: { version } })).secret);
    } catch (error) {
      setFailure(failureText(error));
    }
  };
  return (
    <div className={s.form}>
      {failure !== null && <Banner hue="red">{failure}</Banner>}
      <KeyValues consumerKey={clientId} secret={secret} />
      <Button className={s.start} onClick={() => void renew()}>
        {say('byKey.renew')}
      </Button>
    </div>
  );
}

/** Whether the account lets platforms in by a key at all. */
export function KeyAccess({ allowed }: { allowed: boolean }) {
  const say = ltiText();
  const { lti } = useApi(ltiApi);
  const refresh = useLtiRefresh();
  const failureText = useFailureText(say);
  const [failure, setFailure] = useState<string | null>(null);
  const turn = async () => {
    setFailure(null);
    await lti.changeKeyLaunches({ body: { allowed: !allowed } }).catch((error: unknown) => setFailure(failureText(error)));
    await refresh();
  };
  return (
    <Panel title={say('add.by_key')} id="by-key">
      {failure !== null && <Banner hue="red">{failure}</Banner>}
      <Switch checked={allowed} label={say('byKey.allow')} description={say('byKey.risk')} onChange={() => void turn()} />
    </Panel>
  );
}
