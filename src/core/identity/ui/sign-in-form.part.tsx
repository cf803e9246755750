import { Button, TextInput } from '@mantine/core';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useDraftForm } from '#kit/ui/form.tsx';
import { Link } from '#kit/ui/link.tsx';
import { Refused } from './card.part.tsx';
import { identityText } from './identity-text.hook.ts';
import s from './login.module.css';
import { PasswordField } from './password-field.part.tsx';
import { useBotProof, useExplained } from './refusal.hook.ts';

/** E-mail and password; afterwards the shell leads to where the person wanted to go. */
export function SignInForm() {
  const say = identityText();
  const { login } = useAuth();
  const prove = useBotProof();
  const explained = useExplained();
  const form = useDraftForm({
    key: null,
    initial: { email: '', password: '' },
    schema: async () => (await import('./fields.hook.ts')).signInFields,
    say,
    save: (values) => explained(async () => login({ ...values, challenge: await prove('login') })),
  });
  return (
    <form method="post" className={s.form} onSubmit={form.submit} noValidate>
      <Refused text={form.failure} />
      <TextInput
        size="md"
        label={say('login.email')}
        type="email"
        dir="ltr"
        autoComplete="username"
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
    </form>
  );
}
