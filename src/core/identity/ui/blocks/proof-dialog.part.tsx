import { ActionIcon, Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFingerprint, IconShieldLock, IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Failure } from '#kit/errors.ts';
import { useModal } from '#kit/ui/overlay/dialog.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { useFailureText } from '#kit/ui/form/failure-text.ts';
import { Refused } from '../card.part.tsx';
import { identityText } from '../identity-text.hook.ts';
import { PasswordField } from '../password-field.part.tsx';
import { useExplained } from '../refusal.hook.ts';
import { askPasskey, usePasskeyTrouble } from './passkey.hook.ts';
import s from './proof.module.css';
import { ProviderMark } from './provider-mark.part.tsx';
import { identitiesQuery, useSocial } from './social-api.hook.ts';
import { securityQuery, useSafety } from './safety-api.hook.ts';

type Props = { what: ReactNode; answer: (proven: boolean) => void };
/** Confirm that it is you: by a passkey, the password or a code of the app. The page under it is inert. */
export function ProofDialog({ what, answer }: Props) {
  const say = identityText();
  const dialog = useModal();
  const title = useId();
  const { data } = useQuery(securityQuery(useSafety()));
  const trouble = usePasskeyTrouble();
  const passkeys = data !== undefined && data.passkeys.length > 0 && trouble === null;
  return (
    <dialog ref={dialog} className={s.dialog} aria-labelledby={title} onCancel={() => answer(false)}>
      <header className={s.head}>
        <span className={s.icon} aria-hidden="true">
          <IconShieldLock size={20} stroke={1.75} />
        </span>
        <ActionIcon variant="subtle" size={40} aria-label={say('prove.close')} onClick={() => answer(false)}>
          <IconX size={20} stroke={1.75} />
        </ActionIcon>
      </header>
      <h2 className={s.title} id={title}>
        {say('prove.title')}
      </h2>
      <p className={s.lead}>
        {what} {say('prove.held')}
      </p>
      {passkeys && <ByPasskey onDone={() => answer(true)} />}
      {passkeys && (data.password.set || data.totp !== null) && <p className={s.or}>{say('prove.or')}</p>}
      {data !== undefined && (data.password.set || data.totp !== null) && (
        <ByWord app={data.totp !== null} onDone={() => answer(true)} />
      )}
      {data !== undefined && !data.password.set && data.totp === null && <ByProvider />}
    </dialog>
  );
}

function ByPasskey({ onDone }: { onDone: () => void }) {
  const say = identityText();
  const safety = useSafety();
  const failureText = useFailureText(say);
  const explained = useExplained();
  const [state, setState] = useState({ busy: false, failure: '' });
  const go = async () => {
    setState({ busy: true, failure: '' });
    try {
      await explained(async () => {
        const { options } = await safety.proveOptions();
        await safety.proveByPasskey({ body: { response: await askPasskey(options) } });
      });
      onDone();
    } catch (error) {
      setState({ busy: false, failure: failureText(error) });
    }
  };
  return (
    <>
      <Refused text={state.failure === '' ? null : state.failure} />
      <Button
        variant="filled"
        size="md"
        fullWidth
        autoFocus
        loading={state.busy}
        leftSection={<IconFingerprint size={18} stroke={1.75} />}
        onClick={() => void go()}
      >
        {say('second.usePasskey')}
      </Button>
    </>
  );
}

/** Somebody without a password signs in once more at their provider; that leaves the page, so the action has to be started again. */
function ByProvider() {
  const say = identityText();
  const social = useSocial();
  const failureText = useFailureText(say);
  const { data } = useQuery(identitiesQuery(social));
  const [failure, setFailure] = useState('');
  const go = (provider: string) =>
    social.prove({ params: { provider } }).then(
      ({ url }) => window.location.assign(url),
      (error: unknown) => setFailure(failureText(error)),
    );
  return (
    <>
      <Refused text={failure === '' ? null : failure} />
      {data?.items.map(({ id, provider, name }) => (
        <Button key={id} size="md" fullWidth leftSection={<ProviderMark provider={provider} />} onClick={() => void go(provider)}>
          {say('prove.byProvider', { provider: name })}
        </Button>
      ))}
    </>
  );
}

/** A refusal of a field of the call, as one of the form's field. */
function renamed(error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  const names: Readonly<Record<string, string>> = { 'body.code': 'proofCode', 'body.password': 'proofPassword' };
  const fields = Object.fromEntries(Object.entries(error.fields).map(([name, code]) => [names[name] ?? name, code]));
  return new Failure(error.code, { data: error.data, fields });
}

/** The password; with a second factor its code instead, because the password alone is no proof then. */
function ByWord({ app, onDone }: { app: boolean; onDone: () => void }) {
  const say = identityText();
  const safety = useSafety();
  const explained = useExplained();
  const way = app ? 'proofCode' : 'proofPassword';
  const form = useDraftForm({
    key: null,
    // names of their own: the dialog may stand above a form with a code
    initial: { proofPassword: '', proofCode: '' },
    check: (values) => (values[way] === '' ? { [way]: 'required' } : {}),
    say,
    save: (values) =>
      explained(() => safety.prove({ body: app ? { code: values.proofCode } : { password: values.proofPassword } })).then(
        onDone,
        (error: unknown) => {
          throw renamed(error);
        },
      ),
  });
  return (
    <form method="post" className={s.form} onSubmit={form.submit} noValidate>
      <Refused text={form.failure} />
      <div className={s.row}>
        {!app ? (
          <PasswordField field={form.input('proofPassword')} label={say('login.password')} autoComplete="current-password" />
        ) : (
          <TextInput
            size="md"
            dir="ltr"
            label={say('prove.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={40}
            {...form.input('proofCode')}
          />
        )}
        <Button type="submit" size="md" loading={form.saving}>
          {say('prove.confirm')}
        </Button>
      </div>
    </form>
  );
}
