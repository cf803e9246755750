import { Button, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useSocial } from './blocks/social-api.hook.ts';
import { CardHead, Refused } from './card.part.tsx';
import { identityText } from './identity-text.hook.ts';
import s from './login.module.css';
import { useExplained } from './refusal.hook.ts';
import { Sent } from './sent.part.tsx';

/** The provider gave no address, or does not vouch for it: asked for, and proven by a mail. */
export function AskEmail({ provider, email }: { provider: string; email: string }) {
  const say = identityText();
  const social = useSocial();
  const { locale } = useReader();
  const explained = useExplained();
  const [sentTo, setSentTo] = useState('');
  const ask = (address: string) => explained(() => social.giveEmail({ body: { email: address, locale } }));
  const form = useDraftForm({
    key: null,
    initial: { email },
    schema: async () => (await import('./fields.hook.ts')).emailFields,
    say,
    save: (values) => ask(values.email).then(() => setSentTo(values.email)),
  });
  if (sentTo !== '')
    return (
      <Sent resend={async () => void (await ask(sentTo))} onOther={() => setSentTo('')}>
        {say('social.emailSent', { email: sentTo })}
      </Sent>
    );
  return (
    <>
      <CardHead icon={IconMail} title={say('social.emailTitle')}>
        {say('social.emailLead', { provider })}
      </CardHead>
      <form method="post" className={s.plain} onSubmit={form.submit} noValidate>
        <Refused text={form.failure} />
        <TextInput
          size="md"
          label={say('login.email')}
          type="email"
          dir="ltr"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.input('email')}
        />
        <Button type="submit" variant="filled" size="md" fullWidth loading={form.saving}>
          {say('signUp.submit')}
        </Button>
      </form>
    </>
  );
}
