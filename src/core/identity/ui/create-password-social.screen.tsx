import { Button } from '@mantine/core';
import { IconPassword } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { LinkButton } from '#kit/ui/link.tsx';
import { type LoadContext, useLoaded } from '#kit/ui/screen.ts';
import { useProof } from './blocks/proof.part.tsx';
import { socialApi, useSocial } from './blocks/social-api.hook.ts';
import { CardHead, Refused } from './card.part.tsx';
import { identityText } from './identity-text.hook.ts';
import s from './login.module.css';
import { NewPasswordField } from './password-field.part.tsx';
import { useExplained } from './refusal.hook.ts';

export const load = ({ api }: LoadContext) => api(socialApi).social.identities();

/** A first password for somebody who came by a provider; it may be left for later. */
export function Screen() {
  const say = identityText();
  const { hasPassword } = useLoaded<typeof load>();
  const { user } = useAuth();
  if (hasPassword)
    return (
      <>
        <CardHead icon={IconPassword} hue="green" title={say('social.passwordThereTitle')}>
          {say('social.passwordThere')}
        </CardHead>
        <div className={s.acts}>
          <LinkButton to="/users/profile/change-password" size="md" fullWidth>
            {say('change.submit')}
          </LinkButton>
          <LinkButton to="/dashboard" variant="filled" size="md" fullWidth>
            {say('social.onward')}
          </LinkButton>
        </div>
      </>
    );
  return <First known={[user?.email ?? '', user?.name ?? '']} email={user?.email ?? ''} />;
}

function First({ known, email }: { known: readonly string[]; email: string }) {
  const say = identityText();
  const social = useSocial();
  const navigate = useNavigate();
  const explained = useExplained();
  const { run, dialog } = useProof();
  const form = useDraftForm({
    key: null,
    initial: { password: '' },
    schema: async () => (await import('./fields.hook.ts')).newPasswordFields,
    say,
    save: async ({ password }) => {
      const done = await run(say('social.proofPassword'), () => explained(() => social.createPassword({ body: { password } })));
      if (done !== null) await navigate('/dashboard');
    },
  });
  return (
    <>
      <CardHead icon={IconPassword} title={say('social.passwordTitle')}>
        {say('social.passwordLead')}
      </CardHead>
      <form method="post" className={s.plain} onSubmit={form.submit} noValidate>
        <Refused text={form.failure} />
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField field={form.input('password')} label={say('register.password')} known={known} />
        <Button type="submit" variant="filled" size="md" fullWidth loading={form.saving}>
          {say('update.submit')}
        </Button>
        <LinkButton to="/dashboard" variant="subtle" size="md" fullWidth>
          {say('social.skip')}
        </LinkButton>
      </form>
      {dialog}
    </>
  );
}
