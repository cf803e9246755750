import { Button, TextInput } from '@mantine/core';
import { IconArrowLeft, IconFingerprint, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useAuth } from '#kit/ui/auth/auth.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { usePasskeyTrouble } from './blocks/passkey.hook.ts';
import { useSafety } from './blocks/safety-api.hook.ts';
import { CardHead, Refused } from './card.part.tsx';
import { identityText } from './identity-text.hook.ts';
import s from './login.module.css';
import { usePasskeySignIn } from './passkey-sign-in.hook.ts';
import { useExplained } from './refusal.hook.ts';
import type { SecondStepTicket } from './second-step.hook.ts';

type Props = { second: SecondStepTicket; onBack: () => void };
/** The password was right; now what only its holder has. */
export function SecondStep({ second, onBack }: Props) {
  const say = identityText();
  const { ticket, ways } = second;
  const [way, setWay] = useState(ways.includes('totp') ? 'totp' : ways.includes('passkey') ? 'passkey' : 'recovery');
  const passkey = usePasskeySignIn(ticket);
  const trouble = usePasskeyTrouble();
  const other = way === 'recovery' ? 'totp' : 'recovery';
  return (
    <>
      <CardHead icon={IconShieldLock} title={say('second.title')}>
        {say(`second.lead.${way === 'totp' || way === 'passkey' ? way : 'recovery'}`)}
      </CardHead>
      <div className={s.plain}>
        <Refused text={passkey.failure} />
        {way !== 'passkey' && <CodeForm key={way} ticket={ticket} way={way} />}
        {ways.includes('passkey') && trouble === null && (
          <Button
            size="md"
            fullWidth
            variant={way === 'passkey' ? 'filled' : 'default'}
            loading={passkey.busy}
            leftSection={<IconFingerprint size={18} stroke={1.75} />}
            onClick={() => void passkey.go()}
          >
            {say('second.usePasskey')}
          </Button>
        )}
        {ways.some((one) => one === other) && (
          <Button size="md" variant="subtle" fullWidth onClick={() => setWay(other)}>
            {say(other === 'recovery' ? 'second.useRecovery' : 'second.useApp')}
          </Button>
        )}
        <Button
          size="md"
          variant="subtle"
          fullWidth
          leftSection={<IconArrowLeft size={16} stroke={1.75} className="turn" />}
          onClick={onBack}
        >
          {say('second.back')}
        </Button>
      </div>
    </>
  );
}

function CodeForm({ ticket, way }: { ticket: string; way: string }) {
  const say = identityText();
  const safety = useSafety();
  const { accept } = useAuth();
  const explained = useExplained();
  const form = useDraftForm({
    key: null,
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: 'required' } : {}),
    say,
    save: async ({ code }) => {
      const { token } = await explained(() => safety.loginSecond({ body: { ticket, code: code.trim() } }));
      await accept(token);
    },
  });
  const app = way === 'totp';
  return (
    <form method="post" className={s.codeForm} onSubmit={form.submit} noValidate>
      <Refused text={form.failure} />
      <TextInput
        size="md"
        dir="ltr"
        label={say(app ? 'second.code' : 'second.recoveryCode')}
        inputMode={app ? 'numeric' : 'text'}
        autoComplete={app ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        autoFocus
        data-autofocus
        {...form.input('code')}
      />
      <Button type="submit" variant="filled" size="md" fullWidth loading={form.saving}>
        {say('second.submit')}
      </Button>
    </form>
  );
}
