import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Locale, locales } from '#kit/facts.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { localeNames } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import { useBotProof } from '#core/identity/ui/blocks/bot-proof.hook.ts';
import { useMailServer } from '#core/outbox/ui/blocks/mail-delivery.hook.ts';
import { kitText } from '#kit/ui/text/kit-text.ts';
import type { OfferedList } from '../../subscribing.contract.ts';
import { ListChoice } from './list-choice.part.tsx';
import s from './sign-up.module.css';
import { useNewsletter } from './subscriber-api.hook.ts';
import { subscriberText } from './subscriber-text.hook.ts';

/** Seconds before the same may be sent again. */
const pause = 60;
function useCountdown(): { left: number; start: () => void } {
  const [left, setLeft] = useState(pause);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return { left, start: () => setLeft(pause) };
}

type CheckInboxProps = { email: string; resend: () => Promise<unknown>; onOther: () => void };
/** An email is on its way: the same words for every address. */
export function CheckInbox({ email, resend, onOther }: CheckInboxProps) {
  const say = subscriberText();
  const failureText = useFailureText(say);
  const kit = kitText();
  const isKept = useMailServer() === 'none';
  const { left, start } = useCountdown();
  const [failure, setFailure] = useState<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const again = () => {
    setFailure(null);
    start();
    resend().catch((error: unknown) => setFailure(failureText(error)));
  };
  return (
    <div className={s.sent}>
      <h2 ref={title} tabIndex={-1}>
        {say('guest.sentTitle')}
      </h2>
      <p>{isKept ? kit('mailKept') : say('guest.sent', { email: `\u2066${email}\u2069` })}</p>
      {!isKept && <p className={s.fine}>{say('guest.hint')}</p>}
      {failure !== null && <Banner hue="red">{failure}</Banner>}
      <div className={s.acts}>
        <Button size="lg" disabled={left > 0} onClick={again}>
          {left > 0 ? say('guest.againIn', { seconds: left }) : say('guest.again')}
        </Button>
        <Button size="lg" variant="subtle" onClick={onOther}>
          {say('guest.other')}
        </Button>
      </div>
    </div>
  );
}

type SubscribeWish = { email: string; locale: Locale; lists: string[] };
type SubscribeFormProps = {
  lists: readonly OfferedList[];
  /** The path of the page, kept with the consent. */
  source: string;
  /** Left out: the language of the page. */
  language?: 'choose';
  /** `default` on pages whose main action is another. */
  look?: 'filled' | 'default';
  children?: ReactNode;
};
/** Lists first, address last; what is sent is a link to confirm. */
export function SubscribeForm({ lists, source, language, look = 'filled', children }: SubscribeFormProps) {
  const say = subscriberText();
  const newsletter = useNewsletter();
  const prove = useBotProof();
  const reader = useReader();
  const [sent, setSent] = useState<SubscribeWish | null>(null);
  const ask = async (wish: SubscribeWish) =>
    newsletter.subscribe({ body: { ...wish, source, challenge: await prove('newsletter') } });
  // none is ticked in advance; one alone needs no choice
  const [only] = lists.length === 1 ? lists : [];
  const form = useDraftForm<SubscribeWish>({
    key: null,
    initial: { email: '', locale: reader.locale, lists: only === undefined ? [] : [only.id] },
    schema: async () => (await import('./subscribe-fields.hook.ts')).subscribeFields,
    check: (wish) => (wish.lists.length === 0 ? { lists: 'pick_one' } : {}),
    say,
    save: (wish) => ask(wish).then(() => setSent(wish)),
  });
  if (sent !== null) return <CheckInbox email={sent.email} resend={() => ask(sent)} onOther={() => setSent(null)} />;
  const error = form.errors['lists'];
  return (
    <form method="post" className={s.form} onSubmit={form.submit} noValidate>
      {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
      {only === undefined && (
        <ListChoice
          label={say('guest.lists')}
          lists={lists}
          chosen={form.values.lists}
          onChange={(chosen) => form.set('lists', chosen)}
          error={typeof error === 'string' && form.values.lists.length === 0 ? error : null}
        />
      )}
      {language === 'choose' && (
        <NativeSelect
          size="lg"
          label={say('guest.language')}
          data={locales.map((value) => ({ value, label: localeNames[value] }))}
          {...form.input('locale')}
        />
      )}
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
      <Button type="submit" variant={look} size="lg" fullWidth loading={form.saving}>
        {say('guest.submit')}
      </Button>
      <p className={s.fine}>
        {say('guest.next')} {children}
      </p>
    </form>
  );
}
