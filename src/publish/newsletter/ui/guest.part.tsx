import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useConfig } from '#kit/ui/config.tsx';
import { EmptyState } from '#kit/ui/empty.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { Link } from '#kit/ui/link.tsx';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useBotProof } from '#core/identity/ui/blocks/bot-proof.hook.ts';
import type { OfferedList } from '../subscribing.contract.ts';
import { CheckInbox, SubscribeForm } from './blocks/subscribe-form.part.tsx';
import signUp from './blocks/sign-up.module.css';
import { useNewsletter } from './blocks/subscriber-api.hook.ts';
import { subscriberText } from './blocks/subscriber-text.hook.ts';
import { Confirm } from './confirm.part.tsx';
import s from './guest.module.css';
import type { GuestPage } from './guest-loading.hook.ts';
import { Preferences } from './preferences.part.tsx';

function Subscribe({ lists }: { lists: readonly OfferedList[] }) {
  const say = subscriberText();
  const { legal } = useConfig();
  if (lists.length === 0)
    return (
      <>
        <h1 className="hidden">{say('guest.headline')}</h1>
        <EmptyState title={say('guest.none')} text={say('guest.noneText')} />
      </>
    );
  return (
    <div className={s.page}>
      <header>
        <h1>{say('guest.headline')}</h1>
        <p className={s.lead}>{say('guest.lead')}</p>
      </header>
      <SubscribeForm lists={lists} source="/newsletter" language="choose">
        {legal.includes('privacy') && (
          <Link className="link" to="/privacy">
            {say('guest.privacy')}
          </Link>
        )}
      </SubscribeForm>
    </div>
  );
}

/** The link is over, or was never one: a new one comes by email. */
function NewLink({ trouble }: { trouble: 'expired' | 'unknown' }) {
  const say = subscriberText();
  const newsletter = useNewsletter();
  const { locale } = useReader();
  const prove = useBotProof();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const ask = async (email: string) => newsletter.mailLink({ body: { email, locale, challenge: await prove('newsletter') } });
  const form = useDraftForm({
    key: null,
    initial: { email: '' },
    schema: async () => (await import('./blocks/subscribe-fields.hook.ts')).addressFields,
    say,
    save: ({ email }) => ask(email).then(() => setSentTo(email)),
  });
  return (
    <div className={s.page}>
      <header>
        <h1>{say(`preferences.${trouble}`)}</h1>
        {sentTo === null && <p className={s.lead}>{say('preferences.newLink')}</p>}
      </header>
      {sentTo !== null ? (
        <CheckInbox email={sentTo} resend={() => ask(sentTo)} onOther={() => setSentTo(null)} />
      ) : (
        <form method="post" className={signUp.form} onSubmit={form.submit} noValidate>
          {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
          <TextInput
            size="lg"
            label={say('guest.email')}
            type="email"
            dir="ltr"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            {...form.input('email')}
          />
          <Button type="submit" variant="filled" size="lg" fullWidth loading={form.saving}>
            {say('preferences.send')}
          </Button>
        </form>
      )}
    </div>
  );
}

/** The newsletter for its readers. */
export function GuestNewsletter({ page }: { page: GuestPage }) {
  switch (page.state) {
    case 'subscribe':
      return <Subscribe lists={page.lists} />;
    case 'confirm':
      return <Confirm key={page.token} token={page.token} pending={page.pending} />;
    case 'preferences':
      return <Preferences key={page.token} token={page.token} first={page.view} />;
    case 'trouble':
      return <NewLink trouble={page.trouble} />;
  }
}
