import { Button, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { Link } from '#kit/ui/link.tsx';
import { usePasskeyTrouble } from './blocks/passkey.hook.ts';
import { Refused } from './card.part.tsx';
import { identityText } from './identity-text.hook.ts';
import s from './login.module.css';
import { usePasskeyOffer } from './passkey-offer.hook.ts';
import { usePasskeySignIn } from './passkey-sign-in.hook.ts';
import { PasswordField } from './password-field.part.tsx';
import { useBotProof } from './blocks/bot-proof.hook.ts';
import { useExplained } from './refusal.hook.ts';
import { type SecondStepTicket, secondOf } from './second-step.hook.ts';

/** `email`: the address that is known already. */
type Props = { onSecond: (second: SecondStepTicket) => void; email?: string };
/** E-mail and password, or a passkey; afterwards the shell leads to where the person wanted to go. */
export function SignInForm({ onSecond, email = '' }: Props) {
  const say = identityText();
  const { login, loggedIn } = useAuth();
  const prove = useBotProof();
  const explained = useExplained();
  const form = useDraftForm({
    key: null,
    initial: { email, password: '' },
    schema: async () => (await import('./fields.hook.ts')).signInFields,
    say,
    save: (values) =>
      explained(async () => login({ ...values, challenge: await prove('login') })).catch((error: unknown) => {
        const second = secondOf(error);
        if (second === null) throw error;
        onSecond(second);
      }),
  });
  const passkey = usePasskeySignIn(null, onSecond);
  usePasskeyOffer({ resting: passkey.busy || form.saving || loggedIn, take: passkey.take });
  return (
    <form method="post" className={s.form} onSubmit={form.submit} noValidate>
      <Refused text={form.failure} />
      <TextInput
        size="md"
        label={say('login.email')}
        description={say('login.emailHint')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        inputMode="email"
        dir="ltr"
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        {...form.input('email')}
      />
      <div className={s.pass}>
        <PasswordField field={form.input('password')} label={say('login.password')} autoComplete="current-password" />
        <Link to="/reset-password" className={`link small ${s.forgot}`}>
          {say('login.forgot')}
        </Link>
      </div>
      <Button type="submit" variant="filled" size="md" fullWidth loading={form.saving}>
        {say('login.submit')}
      </Button>
      <ByPasskey passkey={passkey} />
    </form>
  );
}

/** Without e-mail and password: the browser knows who the passkey belongs to. */
function ByPasskey({ passkey: { busy, failure, go } }: { passkey: ReturnType<typeof usePasskeySignIn> }) {
  const say = identityText();
  const trouble = usePasskeyTrouble();
  const impossible = trouble === 'insecure' || trouble === 'unsupported';
  return (
    <>
      <Button
        type="button"
        size="md"
        fullWidth
        disabled={impossible}
        loading={busy}
        leftSection={<IconFingerprint size={18} stroke={1.75} />}
        onClick={() => void go()}
      >
        {say('passkey.signIn')}
      </Button>
      {impossible && <p className={s.fine}>{say(`passkey.${trouble}`)}</p>}
      <Refused text={failure} />
    </>
  );
}
