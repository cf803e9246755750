import { Button, TextInput } from '@mantine/core';
import type { ResultIn } from '#kit/contract.ts';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';
import type { identityCalls } from '../identity.contract.ts';
import { Refused } from './card.part.tsx';
import { identityText } from './identity-text.hook.ts';
import s from './login.module.css';
import { useExplained } from './refusal.hook.ts';

type SignUpPolicy = ResultIn<typeof identityCalls.signUpPolicy>;
type SignUpFormProps = Pick<SignUpPolicy, 'policy' | 'domains'> & {
  ask: (email: string) => Promise<void>;
  onSent: (email: string) => void;
};

/** Who wants an account says where the link shall go. The answer is the same for every address. */
export function SignUpForm({ policy, domains, ask, onSent }: SignUpFormProps) {
  const say = identityText();
  const { locale } = useReader();
  const explained = useExplained();
  const form = useDraftForm({
    key: null,
    initial: { email: '' },
    schema: async () => (await import('./fields.hook.ts')).emailFields,
    say,
    save: ({ email }) => explained(() => ask(email)).then(() => onSent(email)),
  });
  const allowed = new Intl.ListFormat(intlTag(locale), { type: 'disjunction' }).format(domains);
  return (
    <form method="post" className={s.form} onSubmit={form.submit} noValidate>
      <p className={s.lead}>{say('signUp.lead')}</p>
      <Refused text={form.failure} />
      <TextInput
        size="md"
        label={say('login.email')}
        description={policy === 'domain' ? say('signUp.domains', { domains: allowed }) : undefined}
        type="email"
        dir="ltr"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        {...form.input('email')}
        id="sign-up-email"
      />
      <Button type="submit" variant="filled" size="md" fullWidth loading={form.saving}>
        {say('signUp.submit')}
      </Button>
      {policy === 'approval' && <p className={s.fine}>{say('signUp.approval')}</p>}
    </form>
  );
}
