import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { ResultIn } from '#kit/contract.ts';
import { useDraftForm } from '#kit/ui/form.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { track } from '#kit/ui/track.ts';
import { emailField, type identityCalls } from '../identity.contract.ts';
import { Refused } from './card.part.tsx';
import { useIdentity } from './identity-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import s from './login.module.css';
import { useBotProof, useExplained } from './refusal.hook.ts';
import { Sent } from './sent.part.tsx';

const fields = z.object({ email: emailField });
type Policy = ResultIn<typeof identityCalls.signUpPolicy>;

/** Who wants an account says where the link shall go. The answer is the same for every address. */
export function SignUpForm({ policy, domains }: Pick<Policy, 'policy' | 'domains'>) {
  const say = identityText();
  const { locale } = useReader();
  const identity = useIdentity();
  const prove = useBotProof();
  const explained = useExplained();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const ask = async (email: string) => {
    await identity.signUp({ body: { email, locale, challenge: await prove('sign_up') } });
    track('sign_up_asked');
  };
  const form = useDraftForm({
    key: null,
    initial: { email: '' },
    schema: fields,
    say,
    save: ({ email }) => explained(() => ask(email)).then(() => setSentTo(email)),
  });
  if (sentTo !== null)
    return (
      <div className={s.form}>
        <Sent resend={() => ask(sentTo)} onOther={() => setSentTo(null)}>
          {say('sent.signUp', { email: sentTo })}
        </Sent>
      </div>
    );
  return (
    <form className={s.form} onSubmit={form.submit} noValidate>
      <p className={s.lead}>{say('signUp.lead')}</p>
      <Refused text={form.failure} />
      <TextInput
        size="md"
        label={say('login.email')}
        description={
          policy === 'domain'
            ? say('signUp.domains', { domains: new Intl.ListFormat(intlTag(locale), { type: 'disjunction' }).format(domains) })
            : undefined
        }
        type="email"
        dir="ltr"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        {...form.input('email')}
        id="sign-up-email"
      />
      <Button type="submit" variant="filled" size="md" fullWidth loading={form.saving}>
        {say('signUp.submit')}
      </Button>
      {policy === 'approval' && <p className={s.fine}>{say('signUp.approval')}</p>}
    </form>
  );
}
