import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { CardHead, Refused } from './card.part.tsx';
import { useIdentity } from './identity-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import s from './login.module.css';
import { useBotProof } from './blocks/bot-proof.hook.ts';
import { useExplained } from './refusal.hook.ts';
import { Sent } from './sent.part.tsx';

/** Asks for a mail to set a new password. What the page says never tells whether the address exists. */
export function Screen() {
  const say = identityText();
  const identity = useIdentity();
  const prove = useBotProof();
  const explained = useExplained();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const ask = async (email: string) => {
    await identity.requestReset({ body: { email, challenge: await prove('reset') } });
  };
  const form = useDraftForm({
    key: null,
    initial: { email: '' },
    schema: async () => (await import('./fields.hook.ts')).emailFields,
    say,
    save: ({ email }) => explained(() => ask(email)).then(() => setSentTo(email)),
  });
  if (sentTo !== null)
    return (
      <Sent resend={() => ask(sentTo)} onOther={() => setSentTo(null)}>
        {say('sent.reset', { email: sentTo })}
      </Sent>
    );
  return (
    <>
      <CardHead title={say('reset.title')}>{say('reset.lead')}</CardHead>
      <form method="post" className={s.plain} onSubmit={form.submit} noValidate>
        <Refused text={form.failure} />
        <TextInput
          size="md"
          label={say('reset.email')}
          type="email"
          dir="ltr"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.input('email')}
        />
        <Button type="submit" variant="filled" size="md" fullWidth loading={form.saving}>
          {say('reset.submit')}
        </Button>
        <LinkButton to="/login" variant="subtle" size="md" fullWidth>
          {say('reset.back')}
        </LinkButton>
      </form>
    </>
  );
}
