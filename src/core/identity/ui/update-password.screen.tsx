import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { CardHead, Refused } from './card.part.tsx';
import { useIdentity } from './identity-api.hook.ts';
import { identityText } from './identity-text.hook.ts';
import { type FoundLink, findLink } from './link.hook.ts';
import { LinkTrouble } from './link-trouble.part.tsx';
import s from './login.module.css';
import { NewPasswordField } from './password-field.part.tsx';
import { useExplained } from './refusal.hook.ts';

export const load = (context: LoadContext): Promise<FoundLink> => findLink(context);

/** A new password by a mailed link; it ends every session. */
export function Screen() {
  const found = useLoaded<typeof load>();
  const [done, setDone] = useState('');
  if (done !== '') return <Done />;
  if (found.view === null || found.state !== 'good') return <LinkTrouble found={found} />;
  return <UpdateForm token={found.token} email={found.view.email ?? ''} onDone={() => setDone('done')} />;
}

function UpdateForm({ token, email, onDone }: { token: string; email: string; onDone: () => void }) {
  const say = identityText();
  const identity = useIdentity();
  const explained = useExplained();
  const form = useDraftForm({
    key: null,
    initial: { password: '' },
    schema: async () => (await import('./fields.hook.ts')).newPasswordFields,
    say,
    save: ({ password }) => explained(() => identity.updatePassword({ body: { token, password } })).then(onDone),
  });
  return (
    <>
      <CardHead title={say('update.title')}>{say('update.lead', { email })}</CardHead>
      <form method="post" className={s.plain} onSubmit={form.submit} noValidate>
        <Refused text={form.failure} />
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField field={form.input('password')} label={say('update.password')} known={[email]} />
        <Button type="submit" variant="filled" size="md" fullWidth loading={form.saving}>
          {say('update.submit')}
        </Button>
      </form>
    </>
  );
}

/** A session in this browser has ended with the password: leaving also forgets it on this device. */
function Done() {
  const say = identityText();
  const { loggedIn, logout } = useAuth();
  return (
    <>
      <CardHead icon={IconCircleCheck} hue="green" title={say('update.doneTitle')}>
        {say('update.done')}
      </CardHead>
      <div className={s.acts}>
        {loggedIn ? (
          <Button variant="filled" size="md" fullWidth onClick={() => void logout()}>
            {say('link.toSignIn')}
          </Button>
        ) : (
          <LinkButton to="/login" variant="filled" size="md" fullWidth>
            {say('link.toSignIn')}
          </LinkButton>
        )}
      </div>
    </>
  );
}
