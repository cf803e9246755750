import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import type { ProviderView } from '../social.contract.ts';
import { ProviderMark } from './blocks/provider-mark.part.tsx';
import { useSocial } from './blocks/social-api.hook.ts';
import { Refused } from './card.part.tsx';
import { identityText } from './identity-text.hook.ts';
import s from './login.module.css';
import { useExplained } from './refusal.hook.ts';

/** One button for each provider that is configured: it signs in, and makes an account where there is none. */
export function SocialButtons({ providers }: { providers: readonly ProviderView[] }) {
  const say = identityText();
  const social = useSocial();
  const failureText = useFailureText(say);
  const explained = useExplained();
  const [state, setState] = useState({ busy: '', failure: '' });
  const go = async (provider: string) => {
    setState({ busy: provider, failure: '' });
    try {
      const { url } = await explained(() => social.begin({ params: { provider } }));
      window.location.assign(url);
    } catch (error) {
      setState({ busy: '', failure: failureText(error) });
    }
  };
  return (
    <div className={s.social}>
      <p className={s.or}>{say('social.or')}</p>
      <Refused text={state.failure === '' ? null : state.failure} />
      {providers.map(({ key, name }) => (
        <Button
          key={key}
          type="button"
          size="md"
          fullWidth
          loading={state.busy === key}
          leftSection={<ProviderMark provider={key} />}
          onClick={() => void go(key)}
        >
          {say('social.with', { provider: name })}
        </Button>
      ))}
    </div>
  );
}
