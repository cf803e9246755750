import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { PageHead } from '#kit/ui/bits.tsx';
import { FormSection } from '#kit/ui/form/form-parts.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { Refused } from './card.part.tsx';
import { useIdentity } from './identity-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import { NewPasswordField, PasswordField } from './password-field.part.tsx';
import s from './profile.module.css';
import { useExplained } from './refusal.hook.ts';

/** Another password; the other devices are signed out. */
export function Screen() {
  const say = identityText();
  const identity = useIdentity();
  const { user } = useAuth();
  const navigate = useNavigate();
  const explained = useExplained();
  const form = useDraftForm({
    key: null,
    initial: { current: '', password: '' },
    schema: async () => (await import('./fields.hook.ts')).passwordChangeFields,
    say,
    save: ({ current, password }) =>
      explained(() => identity.changePassword({ body: { current, next: password } })).then(() =>
        navigate('/users/profile', { state: { done: 'password' } }),
      ),
  });
  return (
    <>
      <PageHead title={say('change.title')} sub={say('change.sub')} />
      <form method="post" className={s.card} onSubmit={form.submit} noValidate>
        <FormSection id="password" title={say('change.section')}>
          <div className={s.narrow}>
            <Refused text={form.failure} />
            <input type="email" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
            <PasswordField field={form.input('current')} label={say('change.current')} autoComplete="current-password" />
            <NewPasswordField
              field={form.input('password')}
              label={say('change.next')}
              known={[user?.email ?? '', user?.name ?? '']}
            />
            <div className={s.buttons}>
              <Button type="submit" variant="filled" size="md" loading={form.saving}>
                {say('change.submit')}
              </Button>
              <LinkButton to="/users/profile" size="md" variant="subtle">
                {say('change.cancel')}
              </LinkButton>
            </div>
          </div>
        </FormSection>
      </form>
    </>
  );
}
