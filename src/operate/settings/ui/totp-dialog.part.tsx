import { Button, TextInput } from '@mantine/core';
import { useSafety } from '#core/identity/ui/blocks/safety-api.hook.ts';
import { useProof } from '#core/identity/ui/blocks/proof.part.tsx';
import { Ltr } from '#kit/ui/bits.tsx';
import { CopyButton } from '#kit/ui/copy.tsx';
import { Dialog } from '#kit/ui/overlay/dialog.tsx';
import { Banner } from '#kit/ui/feedback.tsx';
import { useDraftForm } from '#kit/ui/form/form.tsx';
import { Qr } from '#kit/ui/qr.tsx';
import s from './settings.module.css';
import { settingsText } from './settings-text.hook.ts';

/** In fours, so that it can be typed without losing the place. */
const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

type Props = { setup: { secret: string; uri: string }; onClose: () => void; onDone: (codes: readonly string[]) => void };
/** The secret for the app, and its first code back. */
export function TotpDialog({ setup, onClose, onDone }: Props) {
  const say = settingsText();
  const safety = useSafety();
  const { run, dialog } = useProof();
  const form = useDraftForm({
    key: null,
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: 'required' } : {}),
    say,
    save: async ({ code }) => {
      const made = await run(say('proof.totp'), () => safety.totpConfirm({ body: { code: code.trim() } }));
      if (made !== null) onDone(made.recoveryCodes);
    },
  });
  return (
    <Dialog title={say('totp.dialogTitle')} lead={say('totp.dialogLead')} onClose={onClose}>
      <form method="post" className={s.setup} onSubmit={form.submit} noValidate>
        <div className={s.scan}>
          <Qr text={setup.uri} size={168} label={say('totp.qr')} />
          <div className="small">
            <span className="soft">{say('totp.byHand')}</span>
            <span className={s.secret} data-secret>
              <Ltr mono="mono">{inFours(setup.secret)}</Ltr>
            </span>
            <CopyButton text={setup.secret} size="xs" />
          </div>
        </div>
        {form.failure !== null && <Banner hue="red">{form.failure}</Banner>}
        <TextInput
          size="md"
          dir="ltr"
          label={say('totp.code')}
          description={say('totp.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          {...form.input('code')}
        />
        <div className={s.acts}>
          <Button size="md" onClick={onClose}>
            {say('cancel')}
          </Button>
          <Button size="md" type="submit" variant="filled" loading={form.saving}>
            {say('totp.confirm')}
          </Button>
        </div>
      </form>
      {dialog}
    </Dialog>
  );
}
