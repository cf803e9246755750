import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { outboxApi, senderQuery } from '#core/outbox/ui/blocks/mail-off.hook.ts';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { MailOff } from '#core/outbox/ui/blocks/mail-off.part.tsx';
import { mailSecurities } from '#core/platform/platform.rules.ts';
import { useApi } from '#kit/ui/query/api.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Banner } from '#kit/ui/feedback.tsx';
import { Fields, FormPage, FormSection, SaveBar } from '#kit/ui/form/form-parts.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useChange } from './change.hook.ts';
import { fixedProps } from './fixed.part.tsx';
import { usePlatform } from './saved.hook.ts';
import { IncomingMail } from './incoming-mail.part.tsx';
import { Sender } from './sender.part.tsx';
import s from './settings.module.css';
import { settingsText } from './settings-text.hook.ts';

const order = ['label', 'input', 'error', 'description'] as const satisfies ('label' | 'input' | 'error' | 'description')[];

function useMail() {
  const say = settingsText();
  const platform = usePlatform();
  const queries = useQueryClient();
  const sender = senderQuery(useApi(outboxApi).outbox);
  const { run, dialog } = useProof();
  const { mail } = platform.view;
  const form = useDraftForm({
    key: null,
    initial: {
      host: mail.host,
      port: String(mail.port),
      security: mail.security,
      user: mail.user,
      password: '',
      from: mail.from,
    },
    check: ({ port }) => (/^\d{1,5}$/.test(port.trim()) && Number(port) > 0 && Number(port) < 65_536 ? {} : { port: 'bad_port' }),
    labels: {
      host: say('mail.host'),
      port: say('mail.port'),
      security: say('mail.security'),
      user: say('mail.user'),
      from: say('mail.from'),
    },
    say,
    save: async ({ port, password, ...rest }) => {
      const part = { ...rest, port: Number(port), version: mail.version, ...(password === '' ? {} : { password }) };
      await run(say('mail.proof'), () => platform.change({ mail: part }));
      await queries.invalidateQueries({ queryKey: sender.queryKey });
    },
  });
  return { ...platform, mail, form, dialog };
}

/** The mail server, and a mail to try it. */
export function Mail() {
  const say = settingsText();
  const { mail, fixed, saved, form, dialog } = useMail();
  const steps = useChange();
  return (
    <>
      <form method="post" onSubmit={form.submit} noValidate>
        <MailOff on="settings" />
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        {saved && form.changes.length === 0 && <Banner hue="blue">{say('saved')}</Banner>}
        <FormPage>
          <FormSection id="mail" title={say('mail.title')} hint={say(mail.host === '' ? 'mail.none' : 'mail.hint')}>
            <Fields>
              <TextInput
                size="md"
                dir="ltr"
                label={say('mail.host')}
                placeholder="smtp.example.org"
                autoComplete="off"
                inputWrapperOrder={[...order]}
                {...fixedProps(fixed('mail.host'))}
                {...form.input('host')}
              />
              <TextInput
                size="md"
                dir="ltr"
                inputMode="numeric"
                label={say('mail.port')}
                inputWrapperOrder={[...order]}
                {...fixedProps(fixed('mail.port'))}
                {...form.input('port')}
              />
              <NativeSelect
                size="md"
                label={say('mail.security')}
                data={mailSecurities.map((value) => ({ value, label: say(`mail.securities.${value}`) }))}
                inputWrapperOrder={[...order]}
                {...fixedProps(fixed('mail.security'))}
                {...form.input('security')}
              />
              <TextInput
                size="md"
                dir="auto"
                label={say('mail.from')}
                placeholder="Atrium <no-reply@example.org>"
                inputWrapperOrder={[...order]}
                {...fixedProps(fixed('mail.from'))}
                {...form.input('from')}
              />
              <TextInput
                size="md"
                dir="ltr"
                label={say('mail.user')}
                autoComplete="off"
                inputWrapperOrder={[...order]}
                {...fixedProps(fixed('mail.user'))}
                {...form.input('user')}
              />
              <PasswordInput
                size="md"
                dir="ltr"
                label={say('mail.password')}
                autoComplete="new-password"
                inputWrapperOrder={[...order]}
                {...fixedProps(fixed('mail.password'), say(mail.hasPassword ? 'keptSecret' : 'noSecret'))}
                {...form.input('password')}
              />
            </Fields>
          </FormSection>
          <TestMail ready={mail.host !== '' && form.changes.length === 0 ? 'ready' : 'not'} />
          <Sender steps={steps} />
          <IncomingMail />
        </FormPage>
        <SaveBar form={form} />
      </form>
      {dialog}
      {steps.proof}
    </>
  );
}

type MailTestResult = { taken: boolean; answer: string; to: string };
function TestMail({ ready }: { ready: 'ready' | 'not' }) {
  const say = settingsText();
  const { outbox } = useApi(outboxApi);
  const failureText = useFailureText(say);
  const [state, setState] = useState<{ busy: 'yes' | 'no'; told: MailTestResult | null; failure: string }>({
    busy: 'no',
    told: null,
    failure: '',
  });
  const send = async () => {
    setState({ busy: 'yes', told: null, failure: '' });
    try {
      setState({ busy: 'no', told: await outbox.test(), failure: '' });
    } catch (error) {
      setState({ busy: 'no', told: null, failure: failureText(error) });
    }
  };
  const { told } = state;
  return (
    <FormSection id="test" title={say('mail.testTitle')} hint={say('mail.testHint')}>
      <div className={s.setup}>
        <div>
          <Button
            size="md"
            disabled={ready === 'not'}
            loading={state.busy === 'yes'}
            leftSection={<IconSend size={16} stroke={1.75} className="turn" />}
            onClick={() => void send()}
          >
            {say('mail.test')}
          </Button>
        </div>
        {state.failure !== '' && <Banner hue="red">{state.failure}</Banner>}
        {told !== null && (
          <Banner hue={told.taken ? 'blue' : 'red'}>
            {say(told.taken ? 'mail.taken' : 'mail.refused', { to: told.to })} <Ltr mono="mono">{told.answer}</Ltr>
          </Banner>
        )}
      </div>
    </FormSection>
  );
}
